package io.mcpspring.contract.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import io.mcpspring.support.TestServer;
import io.mcpspring.test.McpTester;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.annotation.AliasFor;
import tools.jackson.databind.JsonNode;

/** A tool is listed once and can be called, on whichever declaration of the method the annotation is. */
class DiscoveryInheritanceTests {

    private final McpTester client = TestServer.shared(Kinds.class).tester(ProtocolVersion.V2026_07_28);

    @Test
    void everyToolIsListedOnce() {
        assertThat(client.tools())
                .extracting(Tool::name)
                .containsExactly(
                        "ofComposed",
                        "ofDefaultMethod",
                        "ofGenericInterface",
                        "ofGenericSuperclass",
                        "ofInterface",
                        "ofSuperclass");
    }

    @ParameterizedTest
    @CsvSource({
        "ofComposed, {}, composed",
        "ofDefaultMethod, {}, default method",
        "ofGenericInterface, '{\"what\": 7}', 7 of Integer",
        "ofGenericSuperclass, '{\"what\": \"seven\"}', seven of String",
        "ofInterface, {}, interface",
        "ofSuperclass, {}, subclass",
    })
    void everyToolCanBeCalled(String tool, String arguments, String answer) {
        client.call(tool).argumentsAsJson(arguments).execute().text().isEqualTo(answer);
    }

    /** Its class does not say what the type variable stands for. */
    @ParameterizedTest
    @ValueSource(classes = {OfLambda.class, OfGenericBean.class})
    void aBeanOfAGenericTypeIsRefused(Class<?> application) {
        assertThatException()
                .isThrownBy(() -> TestServer.start(application).close())
                .extracting(NestedExceptionUtils::getMostSpecificCause)
                .isInstanceOfSatisfying(McpMethodException.class, refused -> {
                    assertThat(refused.method()).isEqualTo("handle(Object)");
                    assertThat(refused.reason()).contains("parameter 1", "type variable");
                });
    }

    static class OfGenericBean {

        @Bean
        CrudTools<Integer> tools() {
            return new CrudTools<>();
        }
    }

    static class CrudTools<T> {

        @McpTool
        String handle(T order) {
            return "order " + order;
        }
    }

    interface Handler<T> {

        @McpTool
        String handle(T order);
    }

    interface IntegerHandler extends Handler<Integer> {}

    @Test
    void aLambdaExpressionOfAnInterfaceThatNamesTheTypeIsServed() {
        try (TestServer server = TestServer.start(OfNamedLambda.class)) {
            server.tester(ProtocolVersion.V2026_07_28)
                    .call("handle")
                    .argument("order", 7)
                    .execute()
                    .text()
                    .isEqualTo("order 7");
        }
    }

    static class OfNamedLambda {

        @Bean
        static IntegerHandler handler() {
            return order -> "order " + order.intValue();
        }
    }

    static class OfLambda {

        @Bean
        static Handler<Integer> handler() {
            return order -> "order " + order.intValue();
        }
    }

    @Test
    void aComposedAnnotationSetsAliasedAttributes() {
        JsonNode tool = tool("ofComposed");
        assertThat(tool.get("description").stringValue()).isEqualTo("Reads without a trace");
        assertThat(tool.at("/annotations/readOnlyHint").booleanValue()).isTrue();
    }

    @Test
    void theTypesOfAGenericMethodAreThoseOfTheClass() {
        assertThat(tool("ofGenericInterface")
                        .at("/inputSchema/properties/what/type")
                        .stringValue())
                .isEqualTo("integer");
        assertThat(tool("ofGenericSuperclass")
                        .at("/inputSchema/properties/what/type")
                        .stringValue())
                .isEqualTo("string");
    }

    private List<JsonNode> tools() {
        return List.copyOf(
                client.request("tools/list").execute().result().get("tools").values());
    }

    private JsonNode tool(String name) {
        return tools().stream()
                .filter(tool -> tool.get("name").stringValue().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Import({
        OfComposed.class,
        OfGenericInterface.class,
        OfGenericSuperclass.class,
        OfInterface.class,
        OfSubclass.class,
        OfDefaultMethod.class
    })
    static class Kinds {}

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @McpTool(readOnlyHint = true)
    @interface ReadingTool {

        @AliasFor(annotation = McpTool.class, attribute = "name")
        String called();

        @AliasFor(annotation = McpTool.class)
        String description();
    }

    static class OfComposed {

        @ReadingTool(called = "ofComposed", description = "Reads without a trace")
        String anyName() {
            return "composed";
        }
    }

    interface Described {

        @McpTool
        String ofInterface();
    }

    static class OfInterface implements Described {

        @Override
        public String ofInterface() {
            return "interface";
        }
    }

    interface WithDefault {

        @McpTool
        default String ofDefaultMethod() {
            return "default method";
        }
    }

    static class OfDefaultMethod implements WithDefault {}

    abstract static class OfSuperclass {

        @McpTool
        String ofSuperclass() {
            return "superclass";
        }
    }

    static class OfSubclass extends OfSuperclass {

        @Override
        String ofSuperclass() {
            return "subclass";
        }
    }

    interface Finder<T> {

        String find(T what);
    }

    static class OfGenericInterface implements Finder<Integer> {

        @McpTool(name = "ofGenericInterface")
        @Override
        public String find(Integer what) {
            return what + " of " + what.getClass().getSimpleName();
        }
    }

    abstract static class GenericSuperclass<T> {

        @McpTool(name = "ofGenericSuperclass")
        String find(T what) {
            return what + " of " + what.getClass().getSimpleName();
        }
    }

    static class OfGenericSuperclass extends GenericSuperclass<String> {}
}
