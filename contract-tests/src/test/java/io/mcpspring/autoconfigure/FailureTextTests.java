package io.mcpspring.autoconfigure;

import static io.mcpspring.autoconfigure.FailureTexts.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

/** The complete texts for tools that cannot be called as they are declared. */
class FailureTextTests {

    private static final String ANOTHER_NAME = "Give one of them another name.";

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void theTextIsPrintedBySpringBoot(CapturedOutput output) {
        assertThatException().isThrownBy(() -> TestServer.start(PrivateMethod.class));
        assertThat(output.getAll().replace("\r\n", "\n")).contains("""
                ***************************
                APPLICATION FAILED TO START
                ***************************

                Description:

                Method 'find(String)' of bean class 'io.mcpspring.autoconfigure.FailureTextTests$PrivateMethod' \
                cannot be offered to MCP clients.

                It is private, so calls would bypass the bean's proxy.

                Action:

                Make the method public, protected or package-private.
                """);
    }

    @Test
    void refusesTwoMethodsOfAClassWithTheSameToolName() {
        assertRefused(
                of(SameNames.class),
                SameNames.class,
                "findByName(String)",
                "There is another tool 'find': " + SameNames.class.getName() + ".findById(int) of bean 'beans'.",
                ANOTHER_NAME);
    }

    @Test
    void refusesTwoBeansOfTheSameClass() {
        assertRefused(
                of(SameClasses.class),
                Orders.class,
                "find(String)",
                "There is another tool 'find': " + Orders.class.getName() + ".find(String) of bean 'first'.",
                ANOTHER_NAME);
    }

    @Test
    void refusesAMethodAndADefinitionWithTheSameName() {
        assertRefused(
                of(SameNameInCode.class),
                SameNameInCode.class,
                "call(McpArguments, McpExchange)",
                "There is another tool 'find': " + Orders.class.getName() + ".find(String) of bean 'orders'.",
                ANOTHER_NAME);
    }

    @ParameterizedTest
    @MethodSource
    void refusesAnInvalidName(String name) {
        assertRefused(
                named(name),
                NameFromProperty.class,
                "find()",
                "Its tool name '" + name + "' is not 1 to 128 characters of A-Z a-z 0-9 _ - and dot.",
                "Give another name with @McpTool(name = \"...\").");
    }

    static List<String> refusesAnInvalidName() {
        return List.of("find order", "find/order", "bestellungL\u00f6schen", "n".repeat(129));
    }

    @ParameterizedTest
    @MethodSource
    void acceptsAValidName(String name) {
        named(name).run(context -> assertThat(context).hasNotFailed());
    }

    static List<String> acceptsAValidName() {
        return List.of("a", "A-Z_a.z-09", "n".repeat(128));
    }

    @Test
    void refusesAPrivateMethod() {
        assertRefused(
                of(PrivateMethod.class),
                PrivateMethod.class,
                "find(String)",
                "It is private, so calls would bypass the bean's proxy.",
                "Make the method public, protected or package-private.");
    }

    @Test
    void refusesAStaticMethod() {
        assertRefused(
                of(StaticMethod.class),
                StaticMethod.class,
                "find(String)",
                "It is static, so it belongs to no bean.",
                "Make it an instance method.");
    }

    @Test
    void refusesAFinalMethodBehindACglibProxy() {
        assertRefused(
                of(ProxiedByClass.class),
                FinalMethod.class,
                "find(String)",
                "It is final, so the bean's CGLIB proxy cannot intercept it.",
                "Remove 'final' from the method (in Kotlin, declare it 'open').");
    }

    @Test
    void refusesAMethodThatIsNotInTheInterfacesOfAJdkProxy() {
        assertRefused(
                of(ProxiedByInterface.class),
                BesideInterface.class,
                "find(String)",
                "The bean is a JDK proxy, and no interface of it declares the method.",
                "Declare the method in an interface of the class, or let the bean be proxied by its class"
                        + " (proxyTargetClass = true).");
    }

    private static ReactiveWebApplicationContextRunner of(Class<?> beans) {
        return Runners.reactive().withBean("beans", beans);
    }

    private static ReactiveWebApplicationContextRunner named(String name) {
        return of(NameFromProperty.class).withPropertyValues("tool.name=" + name);
    }

    static class Orders {

        @McpTool
        String find(String id) {
            return id;
        }
    }

    static class SameNames {

        @McpTool(name = "find")
        void findByName(String name) {}

        @McpTool(name = "find")
        void findById(int id) {}
    }

    static class SameClasses {

        @Bean
        Orders first() {
            return new Orders();
        }

        @Bean
        Orders second() {
            return new Orders();
        }
    }

    static class SameNameInCode {

        @Bean
        Orders orders() {
            return new Orders();
        }

        @Bean
        McpToolDefinition inCode() {
            return McpToolDefinition.named("find")
                    .call((arguments, exchange) -> "found")
                    .build();
        }
    }

    static class NameFromProperty {

        @McpTool(name = "${tool.name}")
        void find() {}
    }

    static class PrivateMethod {

        @McpTool
        private void find(String id) {}
    }

    static class StaticMethod {

        @McpTool
        static void find(String id) {}
    }

    static class FinalMethod {

        @Async
        @McpTool
        public final CompletableFuture<String> find(String id) {
            return CompletableFuture.completedFuture(id);
        }
    }

    @EnableAsync(proxyTargetClass = true)
    static class ProxiedByClass {

        @Bean
        FinalMethod orders() {
            return new FinalMethod();
        }
    }

    static class BesideInterface implements Runnable {

        @Async
        @Override
        public void run() {}

        @McpTool
        public String find(String id) {
            return id;
        }
    }

    @EnableAsync
    static class ProxiedByInterface {

        @Bean
        BesideInterface orders() {
            return new BesideInterface();
        }
    }
}
