package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.TestServer;
import io.mcpspring.test.McpTester;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

/** Which mapper is used if the application has several. */
class ApplicationMapperTests {

    @Test
    void ofSeveralMappersTheOneWithTheNameOfSpringBootIsUsed() {
        String result = TestServer.shared(Named.class)
                .client(ProtocolVersion.V2026_07_28)
                .call("order")
                .contentText();
        assertThat(result).contains("\"order_number\":7");
    }

    @Test
    void theTesterOfAnApplicationUsesTheSameMapper() {
        McpTester.bindToApplicationContext(TestServer.shared(Named.class).context())
                .build()
                .call("order")
                .execute()
                .structured(Order.class)
                .isEqualTo(new Order(7));
    }

    @Test
    void severalMappersWithoutThisNameAreRefused() {
        Runners.reactive()
                .withBean("one", JsonMapper.class, JsonMapper::shared)
                .withBean("two", JsonMapper.class, JsonMapper::shared)
                .run(context -> {
                    FailureAnalysis analysis = FailureTexts.of(context);
                    assertThat(analysis.getDescription()).isEqualTo("Several beans are of type JsonMapper: one, two.");
                    assertThat(analysis.getAction())
                            .isEqualTo("Mark the one that reads arguments and writes results as @Primary.");
                });
    }

    @ParameterizedTest
    @EnumSource
    void aMapperThatReadsNamesOfClassesIsRefused(DefaultTyping typing) {
        JsonMapper mapper = JsonMapper.builder()
                .activateDefaultTyping(
                        BasicPolymorphicTypeValidator.builder()
                                .allowIfBaseType(Object.class)
                                .build(),
                        typing)
                .build();
        Runners.reactive()
                .withBean(Entries.class)
                .withBean(JsonMapper.class, () -> mapper)
                .run(context -> {
                    FailureAnalysis analysis = FailureTexts.of(context);
                    assertThat(analysis.getDescription()).contains("uses default typing");
                    assertThat(analysis.getAction()).contains("@Primary");
                });
    }

    @ParameterizedTest
    @ValueSource(classes = {OfClassType.class, OfClassMember.class, OfMinimalClass.class, OfClassInList.class})
    void anArgumentThatNamesItsClassIsRefused(Class<?> tools) {
        Runners.reactive()
                .withBean(tools)
                .run(context -> assertThat(FailureTexts.of(context).getDescription())
                        .contains("the client would name the class of the value"));
    }

    /** A client learns the name of the class, which it cannot choose. */
    @Test
    void aResultMayNameItsClass() {
        Runners.reactive()
                .withBean(OfClassResult.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    @JsonSubTypes(@JsonSubTypes.Type(Circle.class))
    interface Shape {}

    record Circle(int radius) implements Shape {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS)
    static class Sized {

        public int size;
    }

    record Box(@JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) Comparable<?> content) {}

    static class OfClassType {

        @McpTool
        void draw(Shape shape) {}
    }

    static class OfMinimalClass {

        @McpTool
        void draw(Sized shape) {}
    }

    static class OfClassInList {

        @McpTool
        void draw(List<Map<String, Shape>> shapes) {}
    }

    static class OfClassMember {

        @McpTool
        void open(Box box) {}
    }

    static class OfClassResult {

        @McpTool
        Shape drawn() {
            return new Circle(1);
        }
    }

    record Order(int orderNumber) {}

    static class Entries {

        @McpTool(description = "Returns an order")
        Order order() {
            return new Order(7);
        }

        @McpPrompt(description = "Reviews an order")
        String review() {
            return "Review";
        }

        @McpResource(uri = "order://7")
        String text() {
            return "Order 7";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Entries.class)
    static class Named {

        @Bean
        JsonMapper jsonMapper() {
            return JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .build();
        }

        @Bean
        JsonMapper other() {
            return JsonMapper.shared();
        }
    }
}
