package io.mcpspring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpspring.annotation.McpToolParam;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;

class BeanMethodTests {

    @Test
    void parametersHaveTheNamesOfTheMethod() {
        assertThat(search().parameters())
                .extracting(MethodParameter::getParameterName)
                .containsExactly("term", "limit");
    }

    @Test
    void parametersHaveTheAnnotationsOfTheInterface() {
        McpToolParam annotation = search().parameters().get(1).getParameterAnnotation(McpToolParam.class);
        assertThat(annotation).isNotNull();
        assertThat(annotation.description()).isEqualTo("How many");
    }

    @Test
    void typeVariablesAreResolvedAgainstTheUsersClass() {
        BeanMethod inherited = BeanMethod.of(new Search(), method(Store.class, "all"));
        assertThat(inherited.beanClass()).isEqualTo(Search.class);
        assertThat(ResolvableType.forMethodParameter(inherited.parameters().get(0)))
                .hasToString("java.util.Map<java.lang.String, java.lang.Integer>");
        assertThat(ResolvableType.forMethodParameter(inherited.returnType()))
                .hasToString("java.util.List<java.lang.Integer>");
    }

    @Test
    void aMethodOfAGivenObjectIsCalledThroughItsProxy() throws Exception {
        ProxyFactory proxies = new ProxyFactory(new Search());
        proxies.addAdvice((MethodInterceptor) call -> "advised " + call.proceed());
        BeanMethod method = BeanMethod.of(proxies.getProxy(), method(Search.class, "search"));
        assertThat(method.beanClass()).isEqualTo(Search.class);
        assertThat(method.invoke("a", 1)).isEqualTo("advised a 1");
    }

    @Test
    void aSingletonIsLookedUpOnceAndOtherBeansForEachCall() throws Exception {
        assertThat(lookUpsOfTwoCalls(true)).isEqualTo(1);
        assertThat(lookUpsOfTwoCalls(false)).isEqualTo(2);
    }

    private static int lookUpsOfTwoCalls(boolean singleton) throws Exception {
        AtomicInteger lookUps = new AtomicInteger();
        BeanMethod method = new BeanMethod(
                Search.class,
                method(Search.class, "search"),
                () -> {
                    lookUps.incrementAndGet();
                    return new Search();
                },
                () -> singleton);
        method.invoke("a", 1);
        method.invoke("a", 1);
        return lookUps.get();
    }

    @Test
    void aMethodOfAnotherClassThanTheGivenObjectsIsRefused() {
        assertThatExceptionOfType(McpMethodException.class)
                .isThrownBy(() -> BeanMethod.of("text", method(Search.class, "search")));
    }

    @Test
    @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aTypeVariableThatContainsItselfHasNoReactiveTypeInside() {
        assertThat(BeanMethod.of(new Nested(), method(Nested.class, "nested")).returnsReactiveTypeInside())
                .isFalse();
    }

    private static BeanMethod search() {
        return BeanMethod.of(new Search(), method(Search.class, "search"));
    }

    private static Method method(Class<?> type, String name) {
        return ReflectionUtils.getUniqueDeclaredMethods(
                type, candidate -> candidate.getName().equals(name) && !candidate.isBridge())[0];
    }

    interface Searching<T> {

        String search(T term, @McpToolParam(description = "How many") int limit);
    }

    static class Store<N extends Number> {

        public List<N> all(Map<String, N> weights) {
            return List.copyOf(weights.values());
        }
    }

    static class Nested {

        <T extends List<T>> @Nullable T nested() {
            return null;
        }
    }

    static class Search extends Store<Integer> implements Searching<String> {

        @Override
        public String search(String term, int limit) {
            return term + " " + limit;
        }
    }
}
