package io.mcpspring.contract.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.TestServer;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.stereotype.Component;
import org.springframework.validation.annotation.Validated;

/** Every call passes through the proxies of a bean. */
class DiscoveryProxyTests {

    private static final AtomicInteger ADVISED = new AtomicInteger();

    private static final AtomicInteger CREATED = new AtomicInteger();

    private final TestServer server = TestServer.shared(Proxied.class, "spring.aop.proxy-target-class=false");

    @BeforeEach
    void countFromZero() {
        ADVISED.set(0);
        CREATED.set(0);
    }

    @Test
    void everyToolIsListedOnce() {
        assertThat(
                        server
                                .client(ProtocolVersion.V2026_07_28)
                                .request("tools/list", "{}")
                                .result()
                                .get("tools")
                                .values()
                                .stream()
                                .map(tool -> tool.get("name").stringValue()))
                .containsExactly(
                        "cglib",
                        "factoryProduct",
                        "generic",
                        "interfaceOnly",
                        "jdk",
                        "lazy",
                        "prototype",
                        "scopedByClass",
                        "scopedByInterface",
                        "validated");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cglib",
                "factoryProduct",
                "generic",
                "interfaceOnly",
                "jdk",
                "lazy",
                "prototype",
                "scopedByClass",
                "scopedByInterface"
            })
    void everyCallIsAdvisedOnce(String tool) {
        String arguments = tool.equals("generic") ? "{\"what\": 7}" : "{}";
        assertThat(call(tool, arguments).contentText()).isEqualTo(tool);
        assertThat(ADVISED).hasValue(1);
        call(tool, arguments);
        assertThat(ADVISED).hasValue(2);
    }

    @Test
    void theProxiesAreOfBothKinds() {
        assertThat(AopUtils.isCglibProxy(server.context().getBean("cglib"))).isTrue();
        assertThat(AopUtils.isJdkDynamicProxy(server.context().getBean("jdk"))).isTrue();
        assertThat(AopUtils.isJdkDynamicProxy(server.context().getBean("generic")))
                .isTrue();
    }

    @Test
    void everyCallOfAPrototypeCreatesAnInstance() {
        call("prototype", "{}");
        call("prototype", "{}");
        assertThat(CREATED).hasValue(2);
    }

    @Test
    void everyCallReachesTheInstanceOfItsScope() {
        NumberedScope scope = server.context().getBean(NumberedScope.class);
        scope.begin();
        call("scopedByClass", "{}");
        call("scopedByClass", "{}");
        assertThat(CREATED).hasValue(1);
        scope.begin();
        call("scopedByClass", "{}");
        assertThat(CREATED).hasValue(2);
    }

    @Test
    void aValidatedBeanIsValidatedByItsProxyInItsOwnGroup() {
        assertThat(call("validated", "{\"name\": \"Ada\"}").contentText()).isEqualTo("validated");
        Answer refused = call("validated", "{\"name\": \"A\"}");
        assertThat(refused.isToolError()).isTrue();
        assertThat(refused.contentText())
                .isEqualTo("Invalid arguments for tool 'validated':\nname: is too short, got \"A\"");
    }

    @Test
    @Tag("change")
    void theViolationsMayBeAdaptedToSpring() {
        Answer refused = TestServer.shared(
                        Proxied.class,
                        "spring.aop.proxy-target-class=false",
                        "spring.validation.method.adapt-constraint-violations=true")
                .client(ProtocolVersion.V2026_07_28)
                .call("validated", "{\"name\": \"A\"}");
        assertThat(refused.contentText())
                .isEqualTo("Invalid arguments for tool 'validated':\nname: is too short, got \"A\"");
    }

    private Answer call(String tool, String arguments) {
        return server.client(ProtocolVersion.V2026_07_28).call(tool, arguments);
    }

    /** Beans whose class carries this annotation are advised. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Advised {}

    @Configuration(proxyBeanMethods = false)
    @Import({
        Cglib.class,
        Jdk.class,
        Generic.class,
        OfInterfaceOnly.class,
        LazyTool.class,
        Prototype.class,
        ScopedByClass.class,
        ScopedByInterface.class,
        ValidatedTool.class
    })
    static class Proxied {

        /** Creates JDK proxies for beans with an interface, and CGLIB proxies for others. */
        @Bean
        static DefaultAdvisorAutoProxyCreator proxies() {
            return new DefaultAdvisorAutoProxyCreator();
        }

        @Bean
        static DefaultPointcutAdvisor advisor() {
            return new DefaultPointcutAdvisor(
                    new AnnotationMatchingPointcut(Advised.class, true), (MethodInterceptor) invocation -> {
                        ADVISED.incrementAndGet();
                        return invocation.proceed();
                    });
        }

        @Bean
        static NumberedScope numberedScope() {
            return new NumberedScope();
        }

        @Bean
        static BeanFactoryPostProcessor scopes(NumberedScope scope) {
            return beans -> beans.registerScope("numbered", scope);
        }

        @Bean
        FactoryBean<FactoryProduct> factoryProduct() {
            return new ProductFactory();
        }
    }

    /** A scope that ends on demand. */
    static class NumberedScope extends SimpleThreadScope {

        private final Map<String, Object> instances = new ConcurrentHashMap<>();

        void begin() {
            instances.clear();
        }

        @Override
        public Object get(String name, ObjectFactory<?> factory) {
            return instances.computeIfAbsent(name, key -> factory.getObject());
        }
    }

    @Component("cglib")
    @Advised
    static class Cglib {

        @McpTool
        String cglib() {
            return "cglib";
        }
    }

    interface Service {

        String jdk();
    }

    @Component("jdk")
    @Advised
    static class Jdk implements Service {

        @McpTool
        @Override
        public String jdk() {
            return "jdk";
        }
    }

    interface Finder<T> {

        String find(T what);
    }

    @Component("generic")
    @Advised
    static class Generic implements Finder<Integer> {

        @McpTool(name = "generic")
        @Override
        public String find(Integer what) {
            return "generic";
        }
    }

    interface InterfaceOnly {

        @McpTool
        String interfaceOnly();
    }

    @Component("interfaceOnly")
    @Advised
    static class OfInterfaceOnly implements InterfaceOnly {

        @Override
        public String interfaceOnly() {
            return "interfaceOnly";
        }
    }

    @Component("lazy")
    @Lazy
    @Advised
    static class LazyTool {

        @McpTool
        String lazy() {
            return "lazy";
        }
    }

    @Component("prototype")
    @Scope("prototype")
    @Advised
    static class Prototype {

        Prototype() {
            CREATED.incrementAndGet();
        }

        @McpTool
        String prototype() {
            return "prototype";
        }
    }

    @Component("scopedByClass")
    @Scope(scopeName = "numbered", proxyMode = ScopedProxyMode.TARGET_CLASS)
    @Advised
    static class ScopedByClass {

        ScopedByClass() {
            CREATED.incrementAndGet();
        }

        @McpTool
        String scopedByClass() {
            return "scopedByClass";
        }
    }

    interface Scoped {

        String scopedByInterface();
    }

    @Component("scopedByInterface")
    @Scope(scopeName = "numbered", proxyMode = ScopedProxyMode.INTERFACES)
    @Advised
    static class ScopedByInterface implements Scoped {

        @McpTool
        @Override
        public String scopedByInterface() {
            return "scopedByInterface";
        }
    }

    interface Strict {}

    @Component("validated")
    @Validated(Strict.class)
    static class ValidatedTool {

        @McpTool
        String validated(@Size(min = 2, groups = Strict.class, message = "is too short") String name) {
            return "validated";
        }
    }

    @Advised
    static class FactoryProduct {

        @McpTool
        String factoryProduct() {
            return "factoryProduct";
        }
    }

    static class ProductFactory implements FactoryBean<FactoryProduct> {

        @Override
        public FactoryProduct getObject() {
            return new FactoryProduct();
        }

        @Override
        public Class<?> getObjectType() {
            return FactoryProduct.class;
        }
    }
}
