package io.mcpspring.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AliasFor;
import org.springframework.samples.Greeter;

class AnnotatedMethodsTests {

    private final ToolContext context = new ToolContext();

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void findsAMethodOfAPlainBean() throws Exception {
        context.register(Plain.class);
        AnnotatedBeanMethod<McpTool> tool = context.findOnly();
        assertThat(tool.annotation().title()).isEqualTo("Greeting");
        assertThat(tool.describe()).isEqualTo(Plain.class.getName() + ".greet(String)");
        assertThat(tool).hasToString(tool.describe());
        assertThat(tool.beanClass()).isEqualTo(Plain.class);
        assertThat(tool.createdBean()).isSameAs(context.getBean(Plain.class));
        assertThat(tool.invoke("Ada")).isEqualTo("Hello Ada");
    }

    @Test
    void findsAPackagePrivateMethodOfABeanMethodsResult() throws Exception {
        context.register(BeanMethods.class);
        assertThat(context.findOnly().invoke("Ada")).isEqualTo("Hello Ada");
    }

    @Test
    void findsAMethodOfAConfigurationClassAlsoIfItIsFinal() throws Exception {
        context.register(ToolInConfiguration.class);
        AnnotatedBeanMethod<McpTool> tool = context.findOnly();
        assertThat(tool.beanClass()).isEqualTo(ToolInConfiguration.class);
        assertThat(tool.invoke()).isEqualTo("Hello");
    }

    @Test
    void findsAnAnnotationOfAnInterface() throws Exception {
        context.registerBean(AnnotatedByInterface.class);
        AnnotatedBeanMethod<McpTool> tool = context.findOnly();
        assertThat(tool.annotation().name()).isEqualTo("on-interface");
        assertThat(tool.method().getDeclaringClass()).isEqualTo(AnnotatedByInterface.class);
        assertThat(tool.invoke("7")).isEqualTo("7");
    }

    @Test
    void findsAClassOfAnApplicationWhosePackageBeginsAsThoseOfTheFramework() throws Exception {
        context.registerBean(Greeter.class);
        assertThat(context.findOnly().invoke("Ada")).isEqualTo("Hello Ada");
    }

    @Test
    void findsTheMethodThatALambdaExpressionImplements() throws Exception {
        context.registerBean("echo", Echo.class, () -> text -> text);
        AnnotatedBeanMethod<McpTool> tool = context.findOnly();
        assertThat(tool.method().getDeclaringClass()).isEqualTo(Echo.class);
        assertThat(tool.parameters().get(0).getParameter().getName()).isEqualTo("text");
        assertThat(tool.invoke("7")).isEqualTo("7");
    }

    @Test
    void findsADefaultMethod() throws Exception {
        context.registerBean(WithDefaultMethod.class);
        assertThat(context.findOnly().invoke()).isEqualTo("by default");
    }

    @Test
    void findsAnInheritedMethodAndAnInheritedAnnotationOnceEach() throws Exception {
        context.registerBean(Sub.class);
        List<AnnotatedBeanMethod<McpTool>> tools = context.find();
        assertThat(tools)
                .extracting(AnnotatedBeanMethod::describe)
                .containsExactly(Sub.class.getName() + ".inherited()", Sub.class.getName() + ".overridden(Integer)");
        assertThat(tools.get(0).invoke()).isEqualTo("inherited");
        assertThat(tools.get(1).invoke(7)).isEqualTo("sub 7");
    }

    @Test
    void findsAComposedAnnotationWithItsAttributes() {
        context.registerBean(Composed.class);
        McpTool annotation = context.findOnly().annotation();
        assertThat(annotation.name()).isEqualTo("by-alias");
        assertThat(annotation.readOnlyHint()).containsExactly(true);
    }

    @Test
    void annotationsOfOtherLibrariesNeedNotBeValid() {
        context.registerBean(BesidesAnInvalidAnnotation.class);
        assertThat(context.findOnly().method().getName()).isEqualTo("tool");
    }

    @Test
    void twoBeansOfAClassAreTwoMethods() {
        context.registerBean("b", Plain.class);
        context.registerBean("a", Plain.class);
        assertThat(context.find()).extracting(AnnotatedBeanMethod::beanName).containsExactly("a", "b");
    }

    @Test
    void theOrderFollowsClassAndSignature() {
        context.registerBean(Plain.class);
        context.registerBean(Sub.class);
        context.registerBean(Composed.class);
        assertThat(context.find())
                .extracting(AnnotatedBeanMethod::describe)
                .containsExactly(
                        Composed.class.getName() + ".tool()", Plain.class.getName() + ".greet(String)",
                        Sub.class.getName() + ".inherited()", Sub.class.getName() + ".overridden(Integer)");
    }

    @Test
    void skipsAbstractDefinitions() {
        RootBeanDefinition definition = new RootBeanDefinition(Plain.class);
        definition.setAbstract(true);
        context.registerBeanDefinition("template", definition);
        assertThat(context.find()).isEmpty();
    }

    @Test
    void skipsBeansOfAParentContext() {
        var parent = new AnnotationConfigApplicationContext(Plain.class);
        context.setParent(parent);
        assertThat(context.find()).isEmpty();
        parent.close();
    }

    static class Plain {

        @McpTool(title = "Greeting")
        public String greet(String name) {
            return "Hello " + name;
        }

        public void noTool() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class BeanMethods {

        @Bean
        PackagePrivate packagePrivate() {
            return new PackagePrivate();
        }
    }

    static class PackagePrivate {

        @McpTool
        String greet(String name) {
            return "Hello " + name;
        }
    }

    @Configuration
    static class ToolInConfiguration {

        private final String greeting = "Hello";

        @McpTool
        public final String greet() {
            return greeting;
        }
    }

    interface AnnotatedInterface<T> {

        @McpTool(name = "on-interface")
        T echo(T value);
    }

    static class AnnotatedByInterface implements AnnotatedInterface<String> {

        @Override
        public String echo(String value) {
            return value;
        }
    }

    interface Echo {

        @McpTool
        String echo(String text);
    }

    interface DefaultMethod {

        @McpTool
        default String tool() {
            return "by default";
        }
    }

    static class WithDefaultMethod implements DefaultMethod {}

    abstract static class Base<T> {

        @McpTool
        public String inherited() {
            return "inherited";
        }

        @McpTool
        public Object overridden(T value) {
            return "base " + value;
        }
    }

    static class Sub extends Base<Integer> {

        @Override
        public String overridden(Integer value) {
            return "sub " + value;
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @McpTool(readOnlyHint = true)
    @interface Query {

        @AliasFor(annotation = McpTool.class, attribute = "name")
        String value();
    }

    static class Composed {

        @Query("by-alias")
        public void tool() {}
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Foreign {

        @AliasFor("path")
        String value() default "";

        @AliasFor("value")
        String path() default "";
    }

    static class BesidesAnInvalidAnnotation {

        @McpTool
        public void tool() {}

        @Foreign(value = "one", path = "another")
        public void other() {}
    }
}
