package io.mcpspring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.method.ToolContext.Advised;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.Min;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.stereotype.Component;
import org.springframework.validation.annotation.Validated;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;
import org.springframework.validation.beanvalidation.MethodValidationPostProcessor;

class ProxiedMethodsTests {

    private final ToolContext context = new ToolContext();

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void callsPassThroughACglibProxy() throws Exception {
        context.advise(true);
        context.register(Orders.class);
        AnnotatedBeanMethod<McpTool> tool = context.findOnly();
        assertThat(AopUtils.isCglibProxy(tool.createdBean())).isTrue();
        assertThat(tool.beanClass()).isEqualTo(Orders.class);
        assertThat(tool.invoke("7")).isEqualTo("order 7");
        assertThat(context.advisedCalls()).isEqualTo(1);
    }

    @Test
    void callsPassThroughAJdkProxy() throws Exception {
        context.advise(false);
        context.register(Orders.class);
        AnnotatedBeanMethod<McpTool> tool = context.findOnly();
        assertThat(AopUtils.isJdkDynamicProxy(tool.createdBean())).isTrue();
        assertThat(tool.beanClass()).isEqualTo(Orders.class);
        assertThat(tool.invoke("7")).isEqualTo("order 7");
        assertThat(context.advisedCalls()).isEqualTo(1);
    }

    @Test
    void callsPassThroughAJdkProxyWithAGenericInterface() throws Exception {
        context.advise(false);
        context.register(NumberFinder.class);
        AnnotatedBeanMethod<McpTool> tool = context.findOnly();
        assertThat(tool.method().getParameterTypes()).containsExactly(Integer.class);
        assertThat(tool.invoke(7)).isEqualTo("found 7");
        assertThat(context.advisedCalls()).isEqualTo(1);
    }

    @Test
    void callsPassThroughAProxyThatUserCodeMade() throws Exception {
        context.registerBean("orders", OrderService.class, () -> countingProxy(new Orders()));
        AnnotatedBeanMethod<McpTool> tool = context.findOnly();
        assertThat(tool.beanClass()).isEqualTo(Orders.class);
        assertThat(tool.invoke("7")).isEqualTo("order 7");
        assertThat(context.advisedCalls()).isEqualTo(1);
    }

    @Test
    void constraintsOfAValidatedBeanApply() {
        context.registerBean(LocalValidatorFactoryBean.class);
        context.registerBean(MethodValidationPostProcessor.class);
        context.register(ValidatedBean.class);
        AnnotatedBeanMethod<McpTool> tool = context.findOnly();
        assertThatExceptionOfType(ConstraintViolationException.class).isThrownBy(() -> tool.invoke(0));
    }

    @Test
    void aLazyBeanIsCreatedByItsFirstCall() throws Exception {
        context.registerBean(Orders.class, context.counted(Orders::new), definition -> definition.setLazyInit(true));
        AnnotatedBeanMethod<McpTool> tool = context.findOnly();
        assertThat(context.instances()).isZero();
        tool.invoke("7");
        tool.invoke("7");
        assertThat(context.instances()).isEqualTo(1);
    }

    @Test
    void callsPassThroughTheProxyThatALazyBeanGetsLater() throws Exception {
        context.advise(false);
        context.registerBean(
                NumberFinder.class, context.counted(NumberFinder::new), definition -> definition.setLazyInit(true));
        AnnotatedBeanMethod<McpTool> tool = context.findOnly();
        assertThat(context.instances()).isZero();
        assertThat(tool.invoke(7)).isEqualTo("found 7");
        assertThat(AopUtils.isJdkDynamicProxy(tool.createdBean())).isTrue();
        assertThat(context.advisedCalls()).isEqualTo(1);
    }

    @Test
    void eachCallOfAPrototypeCreatesAnInstance() throws Exception {
        context.advise(true);
        context.registerBean(
                Orders.class, context.counted(Orders::new), definition -> definition.setScope("prototype"));
        AnnotatedBeanMethod<McpTool> tool = context.findOnly();
        assertThat(context.instances()).isZero();
        tool.invoke("7");
        tool.invoke("7");
        assertThat(context.instances()).isEqualTo(2);
        assertThat(context.advisedCalls()).isEqualTo(2);
    }

    @Test
    void findsAPrototypeThatWasProxiedForAnotherBeanBefore() throws Exception {
        context.advise(false);
        context.registerBean("orders", Orders.class, definition -> definition.setScope("prototype"));
        context.registerBean("user", OrderService.class, () -> context.getBean("orders", OrderService.class));
        assertThat(context.find())
                .filteredOn(tool -> tool.beanName().equals("orders"))
                .singleElement()
                .satisfies(tool -> assertThat(tool.beanClass()).isEqualTo(Orders.class));
    }

    @Test
    void aScopedProxyOfTheClassIsListedOnceAndReachesTheScope() throws Exception {
        assertReachesTheScope(ScopedByClass.class);
    }

    @Test
    void aScopedProxyOfTheInterfaceIsListedOnceAndReachesTheScope() throws Exception {
        assertReachesTheScope(ScopedByInterface.class);
    }

    @Test
    void findsAFactoryBeansProductWithoutCreatingIt() throws Exception {
        context.advise(true);
        context.registerBean("orders", OrdersFactory.class, () -> new OrdersFactory(context.counted(Orders::new)));
        AnnotatedBeanMethod<McpTool> tool = context.findOnly();
        assertThat(context.instances()).isZero();
        assertThat(tool.beanClass()).isEqualTo(Orders.class);
        assertThat(tool.invoke("7")).isEqualTo("order 7");
        assertThat(context.advisedCalls()).isEqualTo(1);
    }

    @Test
    void findsTheClassBehindADeclaredInterfaceUnlessTheBeanIsLazy() {
        context.register(DeclaredByInterface.class);
        assertThat(context.find()).extracting(AnnotatedBeanMethod::beanName).containsExactly("eager");
    }

    private void assertReachesTheScope(Class<?> scoped) throws Exception {
        SimpleThreadScope scope = new SimpleThreadScope();
        context.getBeanFactory().registerScope("thread", scope);
        context.register(scoped);
        AnnotatedBeanMethod<McpTool> tool = context.findOnly();
        assertThat(scope.remove("scopedTarget.scoped"))
                .as("created by the scan")
                .isNull();
        assertThat(tool.beanClass()).isEqualTo(scoped);
        assertThat(tool.invoke("7")).isEqualTo("order 7");
        assertThat(scope.remove("scopedTarget.scoped")).isInstanceOf(scoped);
    }

    private OrderService countingProxy(Orders orders) {
        ProxyFactory factory = new ProxyFactory(OrderService.class, context.advice());
        factory.setTarget(orders);
        return (OrderService) factory.getProxy();
    }

    interface OrderService {

        String find(String id);
    }

    @Advised
    static class Orders implements OrderService {

        @McpTool
        @Override
        public String find(String id) {
            return "order " + id;
        }
    }

    interface Finder<T> {

        String find(T what);
    }

    @Advised
    static class NumberFinder implements Finder<Integer> {

        @McpTool
        @Override
        public String find(Integer what) {
            return "found " + what;
        }
    }

    @Validated
    static class ValidatedBean {

        @McpTool
        public int half(@Min(2) int number) {
            return number / 2;
        }
    }

    @Component("scoped")
    @Scope(scopeName = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
    static class ScopedByClass extends Orders {}

    @Component("scoped")
    @Scope(scopeName = "thread", proxyMode = ScopedProxyMode.INTERFACES)
    static class ScopedByInterface extends Orders {}

    record OrdersFactory(Supplier<Orders> products) implements FactoryBean<Orders> {

        @Override
        public Orders getObject() {
            return products.get();
        }

        @Override
        public Class<?> getObjectType() {
            return Orders.class;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class DeclaredByInterface {

        @Bean
        OrderService eager() {
            return new Orders();
        }

        @Bean
        @Lazy
        OrderService late() {
            return new Orders();
        }
    }
}
