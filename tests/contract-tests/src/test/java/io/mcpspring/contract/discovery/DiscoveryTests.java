package io.mcpspring.contract.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.TestServer;
import io.mcpspring.test.McpTester;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.util.ReflectionUtils;
import reactor.core.publisher.Mono;

/** The tools of a bean are listed once and can be called, for every way to define the bean. */
class DiscoveryTests {

    private final TestServer server = TestServer.shared(AllKinds.class);

    @EveryRevision
    void everyToolIsListedOnceAndSortedByName(ProtocolVersion version) {
        assertThat(server.tester(version).tools())
                .extracting(Tool::name)
                .containsExactly(
                        "ofAlias",
                        "ofBeanMethod",
                        "ofClass",
                        "ofConfiguration",
                        "ofDefinition",
                        "ofDefinitionOfMethod",
                        "ofFactoryBean",
                        "ofInterfaceBean",
                        "ofReactiveDefinition",
                        "ofRecord",
                        "ofToolsItself");
    }

    @ParameterizedTest
    @CsvSource({
        "ofAlias, {}, alias",
        "ofBeanMethod, {}, bean method",
        "ofClass, {}, class",
        "ofConfiguration, {}, configuration of a helper",
        "ofDefinition, {}, definition",
        "ofDefinitionOfMethod, '{\"name\": \"Ada\"}', definition of Ada",
        "ofReactiveDefinition, {}, reactive definition",
        "ofFactoryBean, {}, factory bean",
        "ofInterfaceBean, {}, interface bean",
        "ofRecord, {}, record",
    })
    void everyToolCanBeCalled(String tool, String arguments, String answer) {
        client().call(tool).argumentsAsJson(arguments).execute().text().isEqualTo(answer);
    }

    @Test
    void aToolCanUseTheListOfTools() {
        client().call("ofToolsItself").execute().text().isEqualTo("11");
    }

    @Test
    void theRegistryKnowsTheSameTools() {
        assertThat(server.context().getBean(McpTools.class).list())
                .hasSize(11)
                .extracting(Tool::name)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    private McpTester client() {
        return server.tester(ProtocolVersion.V2026_07_28);
    }

    @Configuration
    @Import({OfClass.class, OfToolsItself.class})
    static class AllKinds {

        @Bean
        OfBeanMethod beanMethod() {
            return new OfBeanMethod();
        }

        @Bean({"oneName", "anotherName"})
        OfAlias alias() {
            return new OfAlias();
        }

        @Bean
        OfNothing nothing() {
            return null;
        }

        @Bean
        Helper interfaceBean() {
            return new OfInterfaceBean();
        }

        @Bean
        OfRecord ofRecord() {
            return new OfRecord("record");
        }

        @Bean
        FactoryBean<OfFactoryBean> factoryBean() {
            return new Factory();
        }

        @Bean
        McpToolDefinition definition() {
            return McpToolDefinition.named("ofDefinition")
                    .call((arguments, exchange) -> "definition")
                    .build();
        }

        @Bean
        McpToolDefinition reactiveDefinition() {
            return McpToolDefinition.named("ofReactiveDefinition")
                    .callReactive((arguments, exchange) -> Mono.just("reactive definition"))
                    .build();
        }

        @Bean
        McpToolDefinition definitionOfMethod() {
            return McpToolDefinition.of(
                    new NoBean(), ReflectionUtils.findMethod(NoBean.class, "ofDefinitionOfMethod", String.class));
        }

        @McpTool
        String ofConfiguration() {
            return "configuration of a " + helper();
        }

        @Bean
        String helper() {
            return "helper";
        }
    }

    static class OfClass {

        @McpTool
        String ofClass() {
            return "class";
        }
    }

    static class OfBeanMethod {

        @McpTool
        String ofBeanMethod() {
            return "bean method";
        }
    }

    static class OfAlias {

        @McpTool
        String ofAlias() {
            return "alias";
        }
    }

    static class OfNothing {

        @McpTool
        String ofNothing() {
            return "nothing";
        }
    }

    record OfRecord(String value) {

        @McpTool
        String ofRecord() {
            return value;
        }
    }

    static class NoBean {

        String ofDefinitionOfMethod(String name) {
            return "definition of " + name;
        }
    }

    interface Helper {}

    static class OfInterfaceBean implements Helper {

        @McpTool
        String ofInterfaceBean() {
            return "interface bean";
        }
    }

    static class OfFactoryBean {

        @McpTool
        String ofFactoryBean() {
            return "factory bean";
        }
    }

    static class Factory implements FactoryBean<OfFactoryBean> {

        @Override
        public OfFactoryBean getObject() {
            return new OfFactoryBean();
        }

        @Override
        public Class<?> getObjectType() {
            return OfFactoryBean.class;
        }
    }

    static class OfToolsItself {

        private final McpTools tools;

        OfToolsItself(McpTools tools) {
            this.tools = tools;
        }

        @McpTool
        int ofToolsItself() {
            return tools.list().size();
        }
    }
}
