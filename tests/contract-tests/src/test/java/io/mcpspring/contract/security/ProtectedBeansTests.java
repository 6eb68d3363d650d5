package io.mcpspring.contract.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.stereotype.Component;
import org.springframework.util.ReflectionUtils;

/** Method security is recognized in, and enforced by, every kind of proxy of a bean. */
class ProtectedBeansTests {

    private static final List<String> TOOLS = List.of(
            "async",
            "byClass",
            "byInterface",
            "configured",
            "defined",
            "early",
            "lazy",
            "product",
            "prototype",
            "scopedByClass",
            "scopedByInterface",
            "scopedByInterfaceOfClass");

    private final TestServer server = TestServer.shared(Application.class, "spring.aop.proxy-target-class=false");

    @EveryRevision
    void editorsAloneUseTheTools(ProtocolVersion version) {
        McpTestClient editor = server.client(version, Users.path("eve", "EDITOR"));
        McpTestClient reader = server.client(version, Users.path("ben", "READER"));
        assertThat(MethodSecurityTests.names(editor, "tools/list", "tools")).containsExactlyElementsOf(TOOLS);
        assertThat(MethodSecurityTests.names(reader, "tools/list", "tools")).isEmpty();
        assertThat(TOOLS).allSatisfy(tool -> {
            assertThat(editor.call(tool).contentText()).isEqualTo(tool);
            assertThat(reader.call(tool).errorCode()).isEqualTo(-32602);
        });
    }

    @Test
    void theProxiesAreOfBothKinds() {
        assertThat(AopUtils.isCglibProxy(server.context().getBean("byClass"))).isTrue();
        assertThat(AopUtils.isJdkDynamicProxy(server.context().getBean("byInterface")))
                .isTrue();
    }

    @Configuration
    @EnableMethodSecurity
    @EnableAsync
    @Import({
        Users.class,
        ByClass.class,
        OfInterface.class,
        LazyBean.class,
        Prototype.class,
        ScopedByClass.class,
        OfScopedInterface.class,
        OfScopedInterfaceByClass.class,
        WithAsync.class,
        Early.class
    })
    static class Application {

        /** Is created after the post-processor that creates proxies, because it has no order. */
        @Bean
        static BeanPostProcessor postProcessor(Early bean) {
            return new BeanPostProcessor() {};
        }

        @Bean
        FactoryBean<Product> product() {
            return new ProductFactory();
        }

        @Bean
        Defined definedBean() {
            return new Defined();
        }

        @Bean
        McpToolDefinition defined(Defined bean) {
            return McpToolDefinition.of(bean, ReflectionUtils.findMethod(Defined.class, "defined"));
        }

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        String configured() {
            return "configured";
        }
    }

    @Component("byClass")
    static class ByClass {

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        String byClass() {
            return "byClass";
        }
    }

    interface Protected {

        String byInterface();
    }

    @Component("byInterface")
    static class OfInterface implements Protected {

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        @Override
        public String byInterface() {
            return "byInterface";
        }
    }

    @Component
    @Lazy
    static class LazyBean {

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        String lazy() {
            return "lazy";
        }
    }

    @Component
    @Scope("prototype")
    static class Prototype {

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        String prototype() {
            return "prototype";
        }
    }

    @Component
    @Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
    static class ScopedByClass {

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        String scopedByClass() {
            return "scopedByClass";
        }
    }

    interface ScopedProtected {

        String scopedByInterface();
    }

    @Component
    @Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.INTERFACES)
    static class OfScopedInterface implements ScopedProtected {

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        @Override
        public String scopedByInterface() {
            return "scopedByInterface";
        }
    }

    interface ScopedProtectedByClass {

        String scopedByInterfaceOfClass();
    }

    @Component
    @Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.INTERFACES)
    @PreAuthorize("hasRole('EDITOR')")
    static class OfScopedInterfaceByClass implements ScopedProtectedByClass {

        @McpTool
        @Override
        public String scopedByInterfaceOfClass() {
            return "scopedByInterfaceOfClass";
        }
    }

    static class WithAsync {

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        String async() {
            return "async";
        }

        @Async
        void later() {}
    }

    static class Early {

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        String early() {
            return "early";
        }
    }

    static class Product {

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        String product() {
            return "product";
        }
    }

    static class ProductFactory implements FactoryBean<Product> {

        @Override
        public Product getObject() {
            return new Product();
        }

        @Override
        public Class<?> getObjectType() {
            return Product.class;
        }
    }

    static class Defined {

        @PreAuthorize("hasRole('EDITOR')")
        String defined() {
            return "defined";
        }
    }
}
