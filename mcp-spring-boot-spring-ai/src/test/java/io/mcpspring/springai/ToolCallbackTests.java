package io.mcpspring.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tool callbacks of Spring AI. */
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
        server.client().call("storm").execute().error().contains("error id").doesNotContain("secret");
    }

    private static Tool tool(String name) {
        return server.client().tools().stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
