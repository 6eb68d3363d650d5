package io.mcpspring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.method.ToolContext.Advised;
import io.mcpspring.tool.BaseTools;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

class RefusedMethodsTests {

    private final ToolContext context = new ToolContext();

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void refusesAPrivateMethod() {
        context.registerBean(PrivateMethod.class);
        assertRefused(
                PrivateMethod.class,
                "It is private, so calls would bypass the bean's proxy.",
                "Make the method public, protected or package-private.");
    }

    @Test
    void refusesAPrivateMethodOfASuperclass() {
        context.registerBean(SubOfPrivateMethod.class);
        assertRefused(
                SubOfPrivateMethod.class,
                "It is private, so calls would bypass the bean's proxy.",
                "Make the method public, protected or package-private.");
    }

    @Test
    void refusesAStaticMethod() {
        context.registerBean(StaticMethod.class);
        assertRefused(StaticMethod.class, "It is static, so it belongs to no bean.", "Make it an instance method.");
    }

    @Test
    void refusesAMethodThatCreatesABean() {
        context.registerBean(BeanOfMethod.class);
        assertRefused(
                BeanOfMethod.class,
                "It creates a bean, which is not a result for clients.",
                "Annotate the methods of the bean.");
    }

    @Test
    void refusesAFinalMethodBehindACglibProxy() {
        context.advise(true);
        context.registerBean(FinalMethod.class);
        assertRefused(
                FinalMethod.class,
                "It is final, so the bean's CGLIB proxy cannot intercept it.",
                "Remove 'final' from the method (in Kotlin, declare it 'open').");
    }

    @Test
    void refusesAFinalMethodWhenALazyBeanTurnsOutToBeProxied() {
        context.advise(true);
        context.registerBean(FinalMethod.class, definition -> definition.setLazyInit(true));
        AnnotatedBeanMethod<McpTool> tool = context.findOnly();
        assertThatExceptionOfType(McpMethodException.class).isThrownBy(tool::invoke);
    }

    @Test
    void refusesAPackagePrivateMethodOfAnotherPackageBehindACglibProxy() {
        context.advise(true);
        context.registerBean(InAnotherPackage.class);
        assertRefused(
                InAnotherPackage.class,
                "It is package-private in another package than its bean, so the bean's CGLIB proxy cannot intercept"
                        + " it.",
                "Make the method protected or public, or override it in the class of the bean.");
    }

    @Test
    void acceptsAPackagePrivateMethodOfAnotherPackageWithoutProxy() throws Exception {
        context.registerBean(InAnotherPackage.class);
        assertThat(context.findOnly().invoke()).isEqualTo("base");
    }

    @Test
    void acceptsAFinalMethodWithoutProxy() throws Exception {
        context.registerBean(FinalMethod.class);
        assertThat(context.findOnly().invoke()).isEqualTo("final");
    }

    @Test
    void refusesAMethodThatIsNotInTheInterfacesOfAJdkProxy() {
        context.advise(false);
        context.registerBean(BesideTheInterface.class);
        assertRefused(
                BesideTheInterface.class,
                "The bean is a JDK proxy, and no interface of it declares the method.",
                "Declare the method in an interface of the class, or let the bean be proxied by its class"
                        + " (proxyTargetClass = true).");
    }

    private void assertRefused(Class<?> beanClass, String reason, String cure) {
        OfferedMethods.assertRefused(context::find, beanClass, "tool()", reason, cure);
    }

    static class PrivateMethod {

        @McpTool
        private void tool() {}
    }

    static class SubOfPrivateMethod extends PrivateMethod {}

    static class StaticMethod {

        @McpTool
        public static void tool() {}
    }

    static class BeanOfMethod {

        @Bean
        @McpTool
        String tool() {
            return "bean";
        }
    }

    @Advised
    static class InAnotherPackage extends BaseTools {}

    @Advised
    static class FinalMethod {

        private final String value = "final".toLowerCase(Locale.ROOT);

        @McpTool
        public final String tool() {
            return value;
        }
    }

    @Advised
    static class BesideTheInterface implements Runnable {

        @Override
        public void run() {}

        @McpTool
        public void tool() {}
    }
}
