package io.mcpspring.contract.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.contract.discovery.DiscoveryProxyTests.NumberedScope;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;

/** Discovery does not create beans that are not needed yet. */
class DiscoveryTimingTests {

    @Test
    void noBeanIsCreatedBeforeItIsCalled() {
        TestServer server = TestServer.shared(CreatedLate.class);
        Created created = server.context().getBean(Created.class);
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
        assertThat(names(client)).containsExactly("lazy", "prototype", "scoped");
        assertThat(created.names).isEmpty();
        client.call("lazy");
        client.call("lazy");
        client.call("scoped");
        client.call("prototype");
        client.call("prototype");
        assertThat(created.names).containsExactly("lazy", "scopedTarget.scoped", "prototype", "prototype");
    }

    @Test
    void toolsOfLazyBeansAreFound() {
        TestServer server = TestServer.shared(CreatedEarly.class, "spring.main.lazy-initialization=true");
        Created created = server.context().getBean(Created.class);
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
        assertThat(names(client)).containsExactly("first", "second");
        assertThat(created.names).isEmpty();
        client.call("second");
        assertThat(created.names).containsExactly("second");
    }

    @Test
    void toolsOfALazyBeanDeclaredByItsInterfaceAreNotFound() {
        McpTestClient client = TestServer.shared(CreatedLate.class).client(ProtocolVersion.V2026_07_28);
        assertThat(names(client)).isNotEmpty().doesNotContain("hidden");
    }

    private static List<String> names(McpTestClient client) {
        return client.request("tools/list", "{}").result().get("tools").values().stream()
                .map(tool -> tool.get("name").stringValue())
                .toList();
    }

    /** Records the names of the beans of this test when they are created. */
    static class Created implements BeanPostProcessor {

        private final Queue<String> names = new ConcurrentLinkedQueue<>();

        @Override
        public Object postProcessBeforeInitialization(Object bean, String beanName) {
            if (bean instanceof Noted) {
                names.add(beanName);
            }
            return bean;
        }
    }

    interface Noted {}

    @Configuration(proxyBeanMethods = false)
    static class CreatedLate {

        @Bean
        static Created created() {
            return new Created();
        }

        @Bean
        static BeanFactoryPostProcessor scopes() {
            return beans -> beans.registerScope("late", new NumberedScope());
        }

        @Bean
        @Lazy
        LazyTool lazy() {
            return new LazyTool();
        }

        @Bean
        @Scope("prototype")
        PrototypeTool prototype() {
            return new PrototypeTool();
        }

        @Bean
        @Scope(scopeName = "late", proxyMode = ScopedProxyMode.TARGET_CLASS)
        ScopedTool scoped() {
            return new ScopedTool();
        }

        @Bean
        @Lazy
        NoTool noTool() {
            return new NoTool();
        }

        @Bean
        @Lazy
        LazyFactory factory() {
            return new LazyFactory();
        }

        @Bean
        @Lazy
        Noted hidden() {
            return new HiddenTool();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class CreatedEarly {

        @Bean
        static Created created() {
            return new Created();
        }

        @Bean
        First first() {
            return new First();
        }

        @Bean
        Second second() {
            return new Second();
        }
    }

    static class LazyTool implements Noted {

        @McpTool
        void lazy() {}
    }

    static class HiddenTool implements Noted {

        @McpTool
        void hidden() {}
    }

    static class PrototypeTool implements Noted {

        @McpTool
        void prototype() {}
    }

    static class ScopedTool implements Noted {

        @McpTool
        void scoped() {}
    }

    static class First implements Noted {

        @McpTool
        void first() {}
    }

    static class Second implements Noted {

        @McpTool
        void second() {}
    }

    static class NoTool implements Noted {}

    static class LazyFactory implements FactoryBean<Object>, Noted {

        @Override
        public Object getObject() {
            return new First();
        }

        @Override
        public Class<?> getObjectType() {
            return First.class;
        }
    }
}
