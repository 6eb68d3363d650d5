package io.mcpspring.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.entry.Registry;
import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.method.CommonTexts;
import io.mcpspring.method.FactoryContext;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.method.OfferedMethods;
import io.mcpspring.method.UnnamedParameters;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.schema.UnwritableKind;
import io.mcpspring.seal.Sealer;
import java.io.File;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.web.bind.annotation.CookieValue;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The complete texts for resources that cannot be offered as they are declared. */
class RefusedResourcesTests {

    private static final String WRITE_A_URI =
            "Write a URI such as docs://guide, or a template such as docs://{chapter}/{+page}{?version}, with something"
                    + " between the variables and those of a query at the end.";

    private final FactoryContext context = new FactoryContext();

    private final OfferedMethods<McpResource> resources = new OfferedMethods<>(
            McpResource.class,
            (annotation, method) -> FactoryContext.register(
                    McpResourceDefinition.of(annotation, context.entries().texts(method)), factory()::create));

    private ResourceFactory factory() {
        return new ResourceFactory(context.entries(), FactoryContext.RESULTS);
    }

    @AfterEach
    void close() {
        context.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "guide | it does not begin with a scheme, as in docs://guide",
                "/docs/guide | it does not begin with a scheme, as in docs://guide",
                "{scheme}://guide | it does not begin with a scheme, as in docs://guide",
                "docs: | 'docs:' is not a valid URI (Expected scheme-specific part)",
                "1docs://guide | it does not begin with a scheme, as in docs://guide",
                "docs://a guide | ' ' is not allowed",
                "docs://größe | 'ö' is not allowed",
                "docs://100% | '%' is not allowed",
                "docs://[::1]/a | '[' is not allowed",
                "docs://a] | ']' is not allowed",
                "docs:// | 'docs://' is not a valid URI (Expected authority)",
                "docs://{?q} | 'docs://' is not a valid URI (Expected authority)",
                "docs:{?q} | 'docs:' is not a valid URI (Expected scheme-specific part)",
                "docs:#a | 'docs:#a' is not a valid URI (Expected scheme-specific part)",
                "docs://a\\b | '\\' is not allowed",
                "docs://{id | '{' is not allowed",
                "docs://id} | '}' is not allowed",
                "docs://{a{b}} | '{' is not allowed",
                "docs://{} | '{' is not allowed",
                "docs://{a b} | '{' is not allowed",
                "docs://x{?q}/y | '{' is not allowed",
                "docs://x{?q}{?r} | '{' is not allowed",
                "docs://x{?q}{r} | '{' is not allowed",
                "docs://x?a=1{?q} | there is another query, or a fragment, before the variables of the query",
                "docs://x#a{?q} | there is another query, or a fragment, before the variables of the query",
                "docs://{q}{?q} | two of its variables have the same name",
                "docs://x{?q,q} | two of its variables have the same name",
                "docs://x{?} | '{' is not allowed",
                "docs://x{?q*} | '{' is not allowed",
                "docs://x{&q} | '{' is not allowed",
                "docs://{#f} | '{' is not allowed",
                "docs://{/path*} | '{' is not allowed",
                "docs://{a,b} | '{' is not allowed",
                "docs://{a:3} | '{' is not allowed",
                "docs://{a}{b} | '{' is not allowed",
                "docs://x/{+a}{+b} | '{' is not allowed",
                "docs://{a}/{a} | two of its variables have the same name",
                "docs://{a}/{+a} | two of its variables have the same name"
            })
    void refusesAnInvalidAddress(String address, String reason) {
        set("test.uri:" + address);
        resources.assertRefused(
                Methods.class,
                "fromProperty()",
                "Its address '" + address + "' cannot be served: " + reason + ".",
                WRITE_A_URI);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docs://guide",
                "urn:isbn:1",
                "file:///a/b%20c",
                "a+b.c-1:x",
                "docs://{a}-{b}",
                "d:{+x}",
                "docs://x{?q}",
                "docs:///{?q}",
                "docs:{a}{?q}",
                "docs://{user}@{host}:{port}/{+path}#{fragment}",
                "docs://{+a}{?q,limit}",
                "https://acme.example:80/~a/;p=1?q=(1)&r='*'#f!$@,"
            })
    void acceptsAValidAddress(String address) {
        set("test.uri:" + address);
        resources.assertAccepted(FromProperty.class);
    }

    @Test
    void refusesAnEmptyAddress() {
        resources.assertRefused(
                Methods.class,
                "withoutAddress()",
                "Its address '' cannot be served: it does not begin with a scheme, as in docs://guide.",
                WRITE_A_URI);
    }

    @Test
    void refusesAnUnresolvablePlaceholder() {
        resources.assertRefused(
                Methods.class, "fromProperty()", CommonTexts.unresolvable("${test.uri}"), CommonTexts.DEFINE_PROPERTY);
    }

    @Test
    void refusesAParameterThatIsNotAVariable() {
        resources.assertRefused(
                Methods.class,
                "noVariable(String, String)",
                "Its address 'docs://{id}' has no variable 'other' for parameter 2 (java.lang.String).",
                "Give the parameter the name 'uri' for the whole address, or that of a variable. The address has [id].");
    }

    @Test
    void refusesAParameterWithoutAName() throws Exception {
        resources.assertRefused(
                UnnamedParameters.of(Unnamed.class),
                "find(int)",
                "The name of parameter 1 (int) is unknown.",
                "Compile with the flag -parameters (Maven: maven.compiler.parameters=true).");
    }

    @Test
    void refusesAVariableOfAnUnconvertibleType() {
        resources.assertRefused(
                Methods.class,
                "unconvertible(FactoryContext)",
                CommonTexts.unconvertible(FactoryContext.class.getName()),
                CommonTexts.DECLARE_TEXT);
    }

    @Test
    void refusesAForeignParameter() {
        resources.assertRefused(
                Methods.class,
                "foreign(String)",
                CommonTexts.foreign("Parameter 1 (java.lang.String)", CookieValue.class),
                CommonTexts.REMOVE_ANNOTATION);
    }

    @ParameterizedTest
    @CsvSource({"tooHigh(), 1.5", "tooLow(), -0.5", "notANumber(), NaN"})
    void refusesAnInvalidPriority(String method, String priority) {
        resources.assertRefused(
                Methods.class,
                method,
                "Its priority is " + priority + ".",
                "Give a priority from 0 (optional) to 1 (as good as required).");
    }

    @Test
    void refusesMetaThatIsNotAnObject() {
        resources.assertRefused(Methods.class, "meta()", CommonTexts.NO_META, CommonTexts.WRITE_META);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            invisibleInName()              | Its text at '/name' contains the invisible character U+200B at index 0.
            invisibleInTitle()             | Its text at '/title' contains the invisible character U+2069 at index 0.
            invisibleInDescription(String) | Its text at '/description' contains the invisible character U+009F at index 0.
            """)
    void refusesInvisibleCharacters(String method, String reason) {
        resources.assertRefused(Methods.class, method, reason, CommonTexts.REMOVE_CHARACTER);
    }

    @ParameterizedTest
    @CsvSource({"nothing(), void", "nothingLater(), reactor.core.publisher.Mono<java.lang.Void>"})
    void refusesAMethodThatNeverReturnsAValue(String method, String type) {
        resources.assertRefused(
                Returning.class,
                method,
                "It returns " + type + ", which cannot become contents.",
                "Return text, byte[], a Resource, ResourceContents, or a value that becomes JSON.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            paths()           | PATH    | Type java.nio.file.Path
            fileInside()      | PATH    | Property 'file' of Report: type java.io.File
            filesByName()     | PATH    | Type java.io.File
            results()         | RESULT  | Type io.mcpspring.protocol.ReadResourceResult
            contentsInLists() | CONTENT | Type org.springframework.core.io.Resource
            """)
    void refusesAnUnwritableResult(String method, UnwritableKind kind, String place) {
        resources.assertRefused(Returning.class, method, kind.reason(place), kind.cure());
    }

    @ParameterizedTest
    @ValueSource(strings = {"optionalMono()", "listOfMonos()", "monosByName()"})
    void refusesAReactiveTypeWithinAnotherType(String method) {
        resources.assertRefused(Returning.class, method, CommonTexts.REACTIVE_INSIDE, CommonTexts.ONE_REACTIVE);
    }

    @ParameterizedTest
    @CsvSource({"docs://other, docs://other", "docs://{a}/x/{+b}, docs://{chapter}/x/{+page}"})
    void refusesTwoResourcesOfTheSameAddresses(String first, String second) {
        define(first, second);
        OfferedMethods.assertRefused(
                this::discover,
                RefusedResourcesTests.class,
                "read(McpResourceRequest, McpExchange)",
                "There is another resource" + (first.contains("{") ? " template" : "") + " '" + first + "': "
                        + RefusedResourcesTests.class.getName() + ".read(McpResourceRequest, McpExchange).",
                "Give one of them another URI.");
    }

    @Test
    void acceptsTemplatesOfDifferentAddresses() {
        define("docs://{a}/x/{b}", "docs://{chapter}/x/{+page}");
        assertThat(discover().resources().templates()).hasSize(2);
    }

    private void define(String... addresses) {
        for (String address : addresses) {
            context.registerBean(
                    address + context.getBeanDefinitionCount(), McpResourceDefinition.class, () -> definition(address));
        }
    }

    private ResourceFeature discover() {
        ResourceFeature feature = new ResourceFeature(
                context.entries(), new ResourceSettings(100, List.of(), FactoryContext.RESULTS), null);
        feature.discover();
        return feature;
    }

    @Test
    void refusesADefinitionWithAnInvalidAddress() {
        OfferedMethods.assertRefused(
                () -> resource("guide"),
                RefusedResourcesTests.class,
                "read(McpResourceRequest, McpExchange)",
                "Its address 'guide' cannot be served: it does not begin with a scheme, as in docs://guide.",
                WRITE_A_URI);
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs://a", "docs://{a}"})
    void namesADefinitionByItsAddress(String address) {
        McpResourceDefinition definition = McpResourceDefinition.at(address)
                .name("guide")
                .description("Hid\u200bden")
                .read((request, exchange) -> "text")
                .build();
        Registry<McpResourceDefinition, RegisteredResource> registry = new Registry<>(
                ListChanged.RESOURCES,
                new ServerEvents(new Instances(new InProcessChannel(), Sealer.ofProcess())),
                factory()::create);
        assertThatExceptionOfType(McpMethodException.class)
                .isThrownBy(() -> registry.start(Stream.of(definition)))
                .withMessageContaining("Entry '" + address + "': ");
    }

    @Test
    void refusesADefinitionWithoutContent() {
        assertThatIllegalStateException()
                .isThrownBy(() -> McpResourceDefinition.at("docs://a").build())
                .withMessage("'docs://a' needs its work: call one of call, read, get and content of its builder");
    }

    @Test
    void refusesAStreamAsContent() {
        InputStreamResource once = new InputStreamResource(InputStream.nullInputStream(), "upload");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpResourceDefinition.at("docs://a").content(once))
                .withMessageStartingWith("Resource 'docs://a' can be read only once: ")
                .withMessageContaining("upload");
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs", "/docs", "/docs/", "docs:///a"})
    void refusesABaseAddressWithoutSlash(String base) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new McpResourceLocation("classpath:docs/**", URI.create(base)))
                .withMessage("'base' must have a scheme and end with a slash: " + base);
    }

    private void set(String property) {
        TestPropertyValues.of(property).applyTo(context);
    }

    private RegisteredResource resource(String address) {
        return factory().create(definition(address));
    }

    private static McpResourceDefinition definition(String address) {
        return McpResourceDefinition.at(address).read((request, exchange) -> "").build();
    }

    record Report(String name, File file) {}

    static class FromProperty {

        @McpResource(uri = "${test.uri}")
        String read() {
            return "";
        }
    }

    static class Methods {

        @McpResource(uri = "${test.uri}")
        String fromProperty() {
            return "";
        }

        @McpResource(uri = "")
        String withoutAddress() {
            return "";
        }

        @McpResource(uri = "docs://{id}")
        String noVariable(String id, String other) {
            return id + other;
        }

        @McpResource(uri = "docs://{id}")
        String unconvertible(FactoryContext id) {
            return id.toString();
        }

        @McpResource(uri = "docs://{id}")
        String foreign(@CookieValue String id) {
            return id;
        }

        @McpResource(uri = "docs://a", priority = 1.5)
        String tooHigh() {
            return "";
        }

        @McpResource(uri = "docs://a", priority = -0.5)
        String tooLow() {
            return "";
        }

        @McpResource(uri = "docs://a", priority = Double.NaN)
        String notANumber() {
            return "";
        }

        @McpResource(uri = "docs://a", meta = "[]")
        String meta() {
            return "";
        }

        @McpResource(uri = "a://a", name = "\u200Ba")
        String invisibleInName() {
            return "";
        }

        @McpResource(uri = "a://a", title = "\u2069a")
        String invisibleInTitle() {
            return "";
        }

        @McpResource(uri = "a://{a}", description = "\u009Fa")
        String invisibleInDescription(String a) {
            return a;
        }
    }

    public static class Unnamed {

        @McpResource(uri = "docs://{id}")
        public String find(int id) {
            return "" + id;
        }
    }

    static class Returning {

        @McpResource(uri = "docs://a")
        void nothing() {}

        @McpResource(uri = "docs://a")
        Mono<Void> nothingLater() {
            return Mono.empty();
        }

        @McpResource(uri = "docs://a")
        List<Path> paths() {
            return List.of();
        }

        @McpResource(uri = "docs://a")
        Mono<Report> fileInside() {
            return Mono.empty();
        }

        @McpResource(uri = "docs://a")
        Map<String, File> filesByName() {
            return Map.of();
        }

        @McpResource(uri = "docs://a")
        Map<String, Mono<String>> monosByName() {
            return Map.of();
        }

        @McpResource(uri = "docs://a")
        Flux<ReadResourceResult> results() {
            return Flux.empty();
        }

        @McpResource(uri = "docs://a")
        List<List<Resource>> contentsInLists() {
            return List.of();
        }

        @McpResource(uri = "docs://a")
        Optional<Mono<String>> optionalMono() {
            return Optional.empty();
        }

        @McpResource(uri = "docs://a")
        List<Mono<String>> listOfMonos() {
            return List.of();
        }
    }
}
