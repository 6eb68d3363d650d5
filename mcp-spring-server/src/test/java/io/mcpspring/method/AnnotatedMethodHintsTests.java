package io.mcpspring.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.ReflectionHintsPredicates;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.http.HttpHeaders;
import org.springframework.javapoet.ClassName;
import reactor.core.publisher.Mono;

class AnnotatedMethodHintsTests {

    private static final ReflectionHintsPredicates REFLECTION = RuntimeHintsPredicates.reflection();

    private final AnnotatedMethodHints processor = new AnnotatedMethodHints();

    @Test
    void annotatedMethodsCanBeCalled() throws Exception {
        RuntimeHints hints = hints(Orders.class);
        assertThat(REFLECTION.onMethodInvocation(
                        Orders.class.getDeclaredMethod("find", Query.class, McpExchange.class)))
                .accepts(hints);
        assertThat(REFLECTION.onMethodInvocation(Orders.class.getDeclaredMethod("review")))
                .accepts(hints);
        assertThat(REFLECTION.onMethodInvocation(Orders.class.getDeclaredMethod("other")))
                .rejects(hints);
    }

    @Test
    void theMethodOfAnInterfaceCanBeCalled() throws Exception {
        RuntimeHints hints = hints(Desk.class);
        assertThat(REFLECTION.onMethodInvocation(Api.class.getMethod("open"))).accepts(hints);
    }

    @Test
    void argumentsAndResultsCanBeReadAndWritten() {
        RuntimeHints hints = hints(Orders.class);
        assertThat(List.of(Query.class, Range.class, Order.class, Line.class, Total.class))
                .allSatisfy(type -> assertThat(bound(type)).accepts(hints));
    }

    @Test
    void nothingIsRegisteredForInjectedValuesAndReactiveTypes() {
        RuntimeHints hints = hints(Orders.class);
        assertThat(List.of(McpExchange.class, HttpHeaders.class, Mono.class))
                .allSatisfy(type -> assertThat(REFLECTION.onType(type)).rejects(hints));
    }

    @Test
    void aBeanWithoutAnnotatedMethodsContributesNothing() {
        assertThat(contribution(Order.class)).isNull();
    }

    @Test
    void springFindsTheProcessor() {
        assertThat(SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
                        .load(BeanRegistrationAotProcessor.class))
                .hasAtLeastOneElementOfType(AnnotatedMethodHints.class);
    }

    private static Predicate<RuntimeHints> bound(Class<?> type) {
        return REFLECTION.onType(type).withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
    }

    private RuntimeHints hints(Class<?> beanClass) {
        DefaultGenerationContext generation = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get("com.acme", "Application")), new InMemoryGeneratedFiles());
        contribution(beanClass).applyTo(generation, null);
        return generation.getRuntimeHints();
    }

    private BeanRegistrationAotContribution contribution(Class<?> beanClass) {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerBeanDefinition("bean", new RootBeanDefinition(beanClass));
        return processor.processAheadOfTime(RegisteredBean.of(beans, "bean"));
    }

    record Query(Range range) {}

    record Range(int from, int to) {}

    record Order(List<Line> lines) {}

    record Line(String product) {}

    record Total(long amount) {}

    static class Orders {

        @McpTool(description = "Finds orders")
        Mono<List<Order>> find(Query query, McpExchange exchange) {
            return Mono.empty();
        }

        @McpTool(description = "Adds orders up", outputType = Total.class)
        Object total(HttpHeaders headers) {
            return headers;
        }

        @McpPrompt(description = "Reviews orders")
        String review() {
            return "Review";
        }

        void other() {}
    }

    interface Api {

        @McpTool(description = "Opens")
        String open();
    }

    static class Desk implements Api {

        @Override
        public String open() {
            return "open";
        }
    }
}
