package io.mcpspring.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.mcpspring.annotation.McpIcon;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.CommonTexts;
import io.mcpspring.method.FactoryContext;
import io.mcpspring.method.McpParameterResolver;
import io.mcpspring.method.OfferedMethods;
import io.mcpspring.method.UnnamedParameters;
import io.mcpspring.server.Toolsets;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.core.MethodParameter;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.bind.annotation.RequestHeader;

/** The complete texts for tools that cannot be offered as they are declared. */
class RefusedToolsTests {

    private static final String ANOTHER_NAME = "Give one of them another name.";

    private final FactoryContext context = new FactoryContext();

    private final OfferedMethods<McpTool> tools = new OfferedMethods<>(
            McpTool.class, (annotation, method) -> TestTools.register(context, annotation, method));

    @AfterEach
    void close() {
        context.close();
    }

    @ParameterizedTest
    @MethodSource
    void refusesAnInvalidName(String name) {
        set("test.value", name);
        tools.assertRefused(
                FromProperty.class,
                "name()",
                "Its tool name '" + name + "' is not 1 to 128 characters of A-Z a-z 0-9 _ - and dot.",
                "Give another name with @McpTool(name = \"...\").");
    }

    static List<String> refusesAnInvalidName() {
        return List.of("find order", "find/order", "bestellungL\u00f6schen", "n".repeat(129));
    }

    @ParameterizedTest
    @MethodSource
    void acceptsAValidName(String name) {
        set("test.value", name);
        tools.assertAccepted(NameFromProperty.class);
    }

    static List<String> acceptsAValidName() {
        return List.of("a", "A-Z_a.z-09", "n".repeat(128));
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-5s"})
    void refusesATimeLimitThatIsNotADuration(String timeout) {
        set("test.value", timeout);
        tools.assertRefused(
                FromProperty.class,
                "timeout()",
                "Its time limit '" + timeout + "' is not a duration.",
                "Write it as in timeout = \"5s\", \"2m\" or \"PT1M30S\".");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Dark", "blue"})
    void refusesAThemeThatClientsDoNotKnow(String theme) {
        set("test.value", theme);
        tools.assertRefused(
                FromProperty.class,
                "icon()",
                "The theme '" + theme + "' of its icon is not light or dark.",
                "Write it as in theme = \"light\", or leave it out.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "5s", "2m", "PT1M30S"})
    void acceptsATimeLimitThatIsADuration(String timeout) {
        set("test.value", timeout);
        tools.assertAccepted(TimeoutFromProperty.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"important", "[1]", "{\"a\": 1", "{\"a\": 1} {}"})
    void refusesMetaThatIsNotAnObject(String meta) {
        set("test.value", meta);
        tools.assertRefused(FromProperty.class, "meta()", CommonTexts.NO_META, CommonTexts.WRITE_META);
    }

    @ParameterizedTest
    @CsvSource({
        "description(),          Finds orders of ${shop.name}",
        "parameter(String),      An id such as ${shop.example}",
        "icon(),                 ${shop.icon-size}"
    })
    void refusesAnUnresolvablePlaceholder(String method, String text) {
        tools.assertRefused(
                UnknownPlaceholders.class, method, CommonTexts.unresolvable(text), CommonTexts.DEFINE_PROPERTY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name()",
                "title()",
                "confirm()",
                "timeout()",
                "rate()",
                "scopes()",
                "icon()",
                "schema()",
                "header(String)",
                "described(String)",
                "named(String)",
                "repeated(String)",
                "usual(String)"
            })
    void refusesABlankValueOfAnAttributeThatIsGiven(String method) {
        set("test.value", " ");
        tools.assertRefused(
                BlankValues.class,
                method,
                "Its annotations have the value '${test.value}', which is blank.",
                "Give a value, define the property, or leave the attribute out.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"component(Named)", "creator(Created)", "setter(Changed)", "inside(List)"})
    void refusesABlankValueOfAnAttributeThatIsGivenInsideAnArgument(String method) {
        set("test.value", " ");
        tools.assertRefused(
                BlankMembers.class,
                method,
                "Parameter 'argument': its annotations have the value '${test.value}', which is blank.",
                "Give a value, define the property, or leave the attribute out.");
    }

    @Test
    void refusesAnUnresolvablePlaceholderInsideAnArgument() {
        tools.assertRefused(
                BlankMembers.class,
                "component(Named)",
                "Parameter 'argument': its annotations have a placeholder that cannot be resolved: ${test.value}.",
                CommonTexts.DEFINE_PROPERTY);
    }

    @Test
    void refusesTwoValuesForAHint() {
        tools.assertRefused(
                Declarations.class,
                "twoValues()",
                "Its idempotentHint has 2 values.",
                "Give one value, as in idempotentHint = true, or leave it out.");
    }

    @Test
    void refusesHintsThatContradictEachOther() {
        tools.assertRefused(
                Declarations.class,
                "contradiction()",
                "It has both readOnlyHint and destructiveHint, which contradict each other.",
                "Keep the one that is true: a tool that leaves its environment unchanged destroys nothing.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Delete {order}?     | id
            Delete {id?         | id
            Delete id}?         | id
            Delete {}?          | id
            Delete {{id}}?      | id
            Delete {id.number}? | id
            """)
    void refusesAQuestionWithABraceThatIsNotPartOfAPlaceholder(String question, String names) {
        set("test.value", question);
        tools.assertRefused(
                FromProperty.class,
                "confirm(String)",
                "Its question '" + question + "' has a brace that does not belong to the name of an argument.",
                "Remove it, or write placeholders as in {name}, with names of [" + names + "].");
    }

    @Test
    void refusesAPlaceholderOfAToolWithoutArguments() {
        tools.assertRefused(
                Declarations.class,
                "confirmNothing()",
                "Its question 'Delete {id}?' has a brace that does not belong to the name of an argument.",
                "Remove it, or write placeholders as in {name}, with names of [].");
    }

    @Test
    void refusesAServletRequestOfAToolThatIsConfirmed() {
        tools.assertRefused(
                Declarations.class,
                "confirmOnThread(HttpServletRequest)",
                "It has a parameter of type HttpServletRequest, but runs on another thread after its user has confirmed"
                        + " a call.",
                "Take HttpHeaders, parameters with @RequestHeader, a Principal or a Locale instead.");
    }

    @Test
    void refusesSecretsInHeaders() {
        tools.assertRefused(
                Declarations.class,
                "secretHeader(String)",
                "Argument 'apiKey' seems to be a secret, and headers appear in the logs of proxies.",
                "Do not repeat it in a header, or give it another name if it is not a secret.");
    }

    @Test
    void refusesTwoParametersOfTheSameName() {
        tools.assertRefused(
                Declarations.class,
                "sameNames(String, String)",
                "Two of its parameters have the same name.",
                "Give each a different name with @McpToolParam(name = \"...\"), and a Pageable or a Sort with"
                        + " @Qualifier(\"...\").");
    }

    @Test
    void acceptsOtherHintsOfAToolThatReads() {
        tools.assertAccepted(Reading.class);
    }

    @Test
    void refusesAForeignParameter() {
        tools.assertRefused(
                Declarations.class,
                "foreign(String)",
                CommonTexts.foreign("Parameter 1 (java.lang.String)", AuthenticationPrincipal.class),
                CommonTexts.REMOVE_ANNOTATION);
    }

    @Test
    void refusesAForeignAnnotationOnADeclaredArgument() {
        tools.assertRefused(
                Declarations.class,
                "foreignArgument(String)",
                "Parameter 1 (java.lang.String) is declared as an argument and also has the annotation"
                        + " @org.springframework.web.bind.annotation.RequestHeader.",
                CommonTexts.REMOVE_ONE_ANNOTATION);
    }

    @Test
    void acceptsAParameterThatAResolverFills() {
        context.registerBean(UserResolver.class);
        BeanMethod method = BeanMethod.of(
                new Declarations(),
                ReflectionUtils.findMethod(Declarations.class, "foreignSecond", String.class, String.class));
        RegisteredTool tool = TestTools.create(context, method.method().getAnnotation(McpTool.class), method);
        assertThat(tool.definition().inputSchema().get("properties").propertyNames())
                .containsExactly("item");
    }

    @Test
    void refusesAForeignParameterOfADefinition() throws Exception {
        McpToolDefinition definition =
                McpToolDefinition.of(new Declarations(), Declarations.class.getDeclaredMethod("foreign", String.class));
        OfferedMethods.assertRefused(
                () -> TestTools.register(context, definition),
                Declarations.class,
                "foreign(String)",
                CommonTexts.foreign("Parameter 1 (java.lang.String)", AuthenticationPrincipal.class),
                CommonTexts.REMOVE_ANNOTATION);
    }

    @Test
    void refusesAParameterWithoutAName() throws Exception {
        tools.assertRefused(
                UnnamedParameters.of(Unnamed.class),
                "find(int, String)",
                "The name of parameter 2 (java.lang.String) is unknown.",
                "Compile with the flag -parameters (Maven: maven.compiler.parameters=true) or give the name with"
                        + " @McpToolParam(name = \"...\").");
    }

    @Test
    void refusesTwoMethodsOfAClassWithTheSameToolName() {
        context.registerBean("beans", SameNames.class);
        OfferedMethods.assertRefused(
                this::discover,
                SameNames.class,
                "findByName(String)",
                "There is another tool 'find': " + SameNames.class.getName() + ".findById(int) of bean 'beans'.",
                ANOTHER_NAME);
    }

    @Test
    void refusesTwoBeansOfTheSameClass() {
        context.registerBean("first", Orders.class);
        context.registerBean("second", Orders.class);
        OfferedMethods.assertRefused(
                this::discover,
                Orders.class,
                "find(String)",
                "There is another tool 'find': " + Orders.class.getName() + ".find(String) of bean 'first'.",
                ANOTHER_NAME);
    }

    @Test
    void refusesAMethodAndADefinitionWithTheSameName() {
        context.registerBean("orders", Orders.class);
        context.registerBean(
                McpToolDefinition.class,
                () -> McpToolDefinition.named("find")
                        .call((arguments, exchange) -> "found")
                        .build());
        OfferedMethods.assertRefused(
                this::discover,
                RefusedToolsTests.class,
                "call(McpArguments, McpExchange)",
                "There is another tool 'find': " + Orders.class.getName() + ".find(String) of bean 'orders'.",
                ANOTHER_NAME);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            title()                  | Its text at '/title' contains the invisible character U+E0041 at index 1.
            description()            | Its text at '/description' contains the invisible character U+202E at index 6.
            parameterTitle(String)   | Its text at '/inputSchema/properties/a/title' contains the invisible character U+0007 at index 0.
            parameterText(String)    | Its text at '/inputSchema/properties/a/description' contains the invisible character U+2066 at index 3.
            parameterName(String)    | A name below '/inputSchema/properties' contains the invisible character U+200B at index 1.
            constant(Choice)         | Its text at '/inputSchema/properties/choice/enum/0' contains the invisible character U+3164 at index 1.
            defaultValue(String)     | Its text at '/inputSchema/properties/a/default' contains the invisible character U+FE0F at index 0.
            example(String)          | Its text at '/inputSchema/properties/a/examples/1' contains the invisible character U+00AD at index 1.
            nestedText(Nested)       | Its text at '/inputSchema/properties/nested/properties/b/description' contains the invisible character U+0085 at index 0.
            resultText()             | Its text at '/outputSchema/properties/b/description' contains the invisible character U+0085 at index 0.
            """)
    void refusesInvisibleCharacters(String method, String reason) {
        tools.assertRefused(Invisible.class, method, reason, CommonTexts.REMOVE_CHARACTER);
    }

    @Test
    void acceptsTheCharactersThatLanguagesAndEmojiNeed() {
        tools.assertAccepted(Languages.class);
    }

    private void set(String property, String value) {
        TestPropertyValues.of(property + "=" + value).applyTo(context);
    }

    private void discover() {
        new ToolFeature(context.entries(), TestTools.SETTINGS, new Toolsets(Map.of()), null, TestTools.NO_HANDLERS)
                .discover();
    }

    static class FromProperty {

        @McpTool(name = "${test.value}")
        void name() {}

        @McpTool(icons = @McpIcon(src = "https://acme.example/a.png", theme = "${test.value}"))
        void icon() {}

        @McpTool(timeout = "${test.value}")
        void timeout() {}

        @McpTool(meta = "${test.value}")
        void meta() {}

        @McpTool(confirm = "${test.value}")
        void confirm(String id) {}
    }

    static class NameFromProperty {

        @McpTool(name = "${test.value}")
        void find() {}
    }

    static class TimeoutFromProperty {

        @McpTool(timeout = "${test.value}")
        void find() {}
    }

    static class BlankValues {

        @McpTool(name = "${test.value}")
        void name() {}

        @McpTool(title = "${test.value}")
        void title() {}

        @McpTool(confirm = "${test.value}")
        void confirm() {}

        @McpTool(timeout = "${test.value}")
        void timeout() {}

        @McpTool(rate = "${test.value}")
        void rate() {}

        @McpTool(scopes = "${test.value}")
        void scopes() {}

        @McpTool(icons = @McpIcon(src = "${test.value}"))
        void icon() {}

        @McpTool(outputSchema = "${test.value}")
        String schema() {
            return "";
        }

        @McpTool
        void header(@RequestHeader("${test.value}") String header) {}

        @McpTool
        void described(@McpToolParam(description = "${test.value}") String id) {}

        @McpTool
        void named(@McpToolParam(name = "${test.value}") String id) {}

        @McpTool
        void repeated(@McpToolParam(header = "${test.value}") String id) {}

        @McpTool
        void usual(@McpToolParam(defaultValue = "${test.value}") String id) {}
    }

    static class BlankMembers {

        record Named(@McpToolParam(name = "${test.value}") String id) {}

        record Described(
                @McpToolParam(description = "${test.value}") String id) {}

        static class Created {

            @JsonCreator
            Created(@JsonProperty("id") @McpToolParam(defaultValue = "${test.value}") String id) {}
        }

        static class Changed {

            public void setId(@McpToolParam(title = "${test.value}") String id) {}
        }

        @McpTool
        void component(Named argument) {}

        @McpTool
        void creator(Created argument) {}

        @McpTool
        void setter(Changed argument) {}

        @McpTool
        void inside(List<Described> argument) {}
    }

    static class UnknownPlaceholders {

        @McpTool(description = "Finds orders of ${shop.name}")
        void description() {}

        @McpTool
        void parameter(@McpToolParam(description = "An id such as ${shop.example}") String id) {}

        @McpTool(icons = @McpIcon(src = "https://acme.example/icon.png", sizes = "${shop.icon-size}"))
        void icon() {}
    }

    static class Declarations {

        @McpTool(idempotentHint = {true, false})
        void twoValues() {}

        @McpTool(readOnlyHint = true, destructiveHint = true)
        void contradiction() {}

        @McpTool(confirm = "Delete {id}?")
        void confirmNothing() {}

        @McpTool(confirm = "Delete it?")
        void confirmOnThread(HttpServletRequest request) {}

        @McpTool
        void secretHeader(@McpToolParam(header = "Key") String apiKey) {}

        @McpTool
        void foreign(@AuthenticationPrincipal String user) {}

        @McpTool
        void foreignArgument(@McpToolParam @RequestHeader String user) {}

        @McpTool
        void foreignSecond(String item, @AuthenticationPrincipal String user) {}

        @McpTool
        void sameNames(
                @McpToolParam(name = "id", required = false) String number,
                @McpToolParam(name = "id", required = false) String name) {}
    }

    static class UserResolver implements McpParameterResolver {

        @Override
        public boolean supports(MethodParameter parameter) {
            return parameter.hasParameterAnnotation(AuthenticationPrincipal.class);
        }

        @Override
        public Object resolve(MethodParameter parameter, McpExchange exchange) {
            return "ada";
        }
    }

    record Nested(@JsonPropertyDescription("\u0085") String b) {}

    static class Invisible {

        @McpTool(title = "A\uDB40\uDC41")
        void title() {}

        @McpTool(description = "Finds \u202Enothing")
        void description() {}

        @McpTool
        void parameterTitle(@McpToolParam(title = "\u0007") String a) {}

        @McpTool
        void parameterText(@McpToolParam(description = "An \u2066a") String a) {}

        @McpTool
        void parameterName(@McpToolParam(name = "a\u200B") String a) {}

        enum Choice {
            @JsonProperty("A\u3164")
            A
        }

        @McpTool
        void constant(Choice choice) {}

        @McpTool
        void defaultValue(@McpToolParam(defaultValue = "\uFE0Fa") String a) {}

        @McpTool
        void example(@McpToolParam(examples = {"a", "b\u00AD"}) String a) {}

        @McpTool
        void nestedText(Nested nested) {}

        @McpTool
        Nested resultText() {
            return new Nested("b");
        }
    }

    static class Languages {

        @McpTool(
                title = "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645",
                description = "Emoji \uD83D\uDC69\u200D\u2764\uFE0F,\r\n\tand \u200Fmarks\u200E")
        void find() {}
    }

    static class Reading {

        @McpTool(readOnlyHint = true, destructiveHint = false, idempotentHint = false, openWorldHint = true)
        void find() {}
    }

    public static class Unnamed {

        @McpTool
        public void find(@McpToolParam(name = "id") int id, String name) {}
    }

    static class SameNames {

        @McpTool(name = "find")
        void findByName(String name) {}

        @McpTool(name = "find")
        void findById(int id) {}
    }

    static class Orders {

        @McpTool
        String find(String id) {
            return id;
        }
    }
}
