package io.mcpspring.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.mcp.McpToolUtils;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.annotation.ToolParam;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.ai.tool.method.MethodToolCallbackProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Tool callbacks, in the shape of the weather server among Spring AI's samples. */
class ToolCallbackTests {

    private static Server server;

    @BeforeAll
    static void start() {
        server = Server.start(Weather.class, "mcp.server.spring-ai.media-types.map=image/png");
    }

    @AfterAll
    static void close() {
        server.close();
    }

    @Eras
    void aMethodOfAProviderIsATool(ProtocolVersion version) {
        server.client(version)
                .call("forecast")
                .argument("latitude", 47.6)
                .argument("longitude", -122.3)
                .execute()
                .text()
                .isEqualTo("\"Rain at 47.6, -122.3\"");
    }

    @Test
    void theDefinitionIsThatOfSpringAi() {
        Tool forecast = tool("forecast");
        assertThat(forecast.description()).isEqualTo("Get the forecast of a place");
        assertThat(forecast.inputSchema().path("properties").propertyNames())
                .containsExactlyInAnyOrder("latitude", "longitude");
        assertThat(forecast.inputSchema().path("required").size()).isEqualTo(2);
        assertThat(forecast.annotations()).isNull();
    }

    @Test
    void argumentsAreValidated() {
        server.client()
                .call("forecast")
                .argument("latitude", "north")
                .execute()
                .error()
                .contains("longitude: is required");
    }

    @Test
    void aFunctionIsATool() {
        server.client()
                .call("add")
                .argument("first", 2)
                .argument("second", 3)
                .execute()
                .text()
                .isEqualTo("5");
    }

    @Test
    void anImageIsSentAsImage() {
        server.client().call("map").execute().image().satisfies(image -> {
            assertThat(image.mimeType()).isEqualTo("image/png");
            assertThat(image.data()).containsExactly(1, 2, 3);
        });
    }

    @Eras
    void aToolAsksTheModelThroughTheContext(ProtocolVersion version) {
        server.client(version, client -> client.logLevel(LoggingLevel.INFO))
                .call("poem")
                .argument("city", "Oslo")
                .onSampling(asked -> asked.reply("Snow on " + asked.text()))
                .execute()
                .text()
                .isEqualTo("\"Snow on A poem about Oslo\"");
    }

    @Test
    void theMessageOfAnExceptionStaysInTheLog() {
        server.client().call("broken").execute().error().contains("error id").doesNotContain("secret");
    }

    private static Tool tool(String name) {
        return server.client().tools().stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Configuration(proxyBeanMethods = false)
    static class Weather {

        @Bean
        WeatherService weatherService() {
            return new WeatherService();
        }

        @Bean
        ToolCallbackProvider weatherTools(WeatherService weatherService) {
            return MethodToolCallbackProvider.builder()
                    .toolObjects(weatherService)
                    .build();
        }

        @Bean
        ToolCallback add() {
            return FunctionToolCallback.builder("add", (Summands summands) -> summands.first() + summands.second())
                    .description("Adds two numbers")
                    .inputType(Summands.class)
                    .build();
        }

        @Bean
        List<ToolCallback> maps() {
            return List.of(FunctionToolCallback.builder("map", () -> "AQID")
                    .description("Draws a map")
                    .inputType(Void.class)
                    .toolCallResultConverter((result, type) -> (String) result)
                    .build());
        }
    }

    record Summands(int first, int second) {}

    static class WeatherService {

        @org.springframework.ai.tool.annotation.Tool(description = "Get the forecast of a place")
        String forecast(double latitude, double longitude) {
            return "Rain at " + latitude + ", " + longitude;
        }

        @org.springframework.ai.tool.annotation.Tool(description = "Write a poem about the weather in a city")
        String poem(@ToolParam(description = "Name of the city") String city, ToolContext context) {
            McpSyncServerExchange exchange =
                    McpToolUtils.getMcpExchange(context).orElseThrow();
            if (exchange.getClientCapabilities().sampling() == null) {
                return "None";
            }
            McpSchema.SamplingMessage message = McpSchema.SamplingMessage.builder(
                            McpSchema.Role.USER,
                            McpSchema.TextContent.builder("A poem about " + city)
                                    .build())
                    .build();
            McpSchema.CreateMessageResult answer =
                    exchange.createMessage(McpSchema.CreateMessageRequest.builder(List.of(message), 100)
                            .build());
            return ((McpSchema.TextContent) answer.content()).text();
        }

        @org.springframework.ai.tool.annotation.Tool(description = "Fail")
        String broken() {
            throw new IllegalStateException("secret");
        }
    }
}
