package io.mcpspring.springai;

import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.mcp.McpToolUtils;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.ai.tool.method.MethodToolCallbackProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Tool callbacks, in the shape of the weather server among Spring AI's samples. */
@Configuration(proxyBeanMethods = false)
class Weather {

    @Bean
    WeatherService weatherService() {
        return new WeatherService();
    }

    @Bean
    ToolCallbackProvider weatherTools(WeatherService weatherService) {
        return MethodToolCallbackProvider.builder().toolObjects(weatherService).build();
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

    record Summands(int first, int second) {}

    static class WeatherService {

        @Tool(description = "Get the forecast of a place")
        String forecast(double latitude, double longitude) {
            return "Rain at " + latitude + ", " + longitude;
        }

        @Tool(description = "Write a poem about the weather in a city")
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

        @Tool(description = "Fail")
        String storm() {
            throw new IllegalStateException("secret");
        }
    }
}
