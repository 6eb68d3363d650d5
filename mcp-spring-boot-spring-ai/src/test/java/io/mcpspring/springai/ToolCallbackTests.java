package io.mcpspring.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.ai.tool.method.MethodToolCallbackProvider;
import org.springframework.ai.util.JsonHelper;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Tool callbacks of Spring AI. */
class ToolCallbackTests {

    private static Server server;

    @BeforeAll
    static void start() {
        server = Server.start(Application.class, "mcp.server.spring-ai.media-types.map=image/png");
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
        var forecast = tool("forecast");
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            send    | {"to": {"mail": "ada"}}     | : An address has an @
            sendAll | {"to": [{"mail": "ada"}]}   | : An address has an @
            sendBy  | {"to": {"mail": "ada"}}     | : An address has an @
            wait    | {"until": ""}               | ''
            pages   | {"number": 3000000000}      | ''
            add     | {"first": 3e9, "second": 1} | ''
            """)
    void anArgumentThatItsTypeRefusesIsForTheModel(String tool, String arguments, String reason) {
        server.client()
                .call(tool)
                .argumentsAsJson(arguments)
                .execute()
                .error()
                .isEqualTo("One of the arguments cannot be read" + reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"readMail", "readMailBy"})
    void whatAToolCannotReadOtherwiseStaysInTheLog(String tool) {
        server.client().call(tool).execute().error().contains("error id").doesNotContain("@");
    }

    private static io.mcpspring.protocol.Tool tool(String name) {
        return server.client().tools().stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Import(Weather.class)
    static class Application {

        @Bean
        ToolCallbackProvider mailTools() {
            return MethodToolCallbackProvider.builder().toolObjects(new Mail()).build();
        }

        @Bean
        List<ToolCallback> mailFunctions() {
            Mail mail = new Mail();
            return List.of(
                    FunctionToolCallback.builder("sendBy", (Letter letter) -> mail.send(letter.to()))
                            .inputType(Letter.class)
                            .build(),
                    FunctionToolCallback.builder("readMailBy", mail::readMail)
                            .inputType(Void.class)
                            .build());
        }
    }

    record Letter(AnnotatedToolTests.Visits.Address to) {}

    static class Mail {

        @Tool
        String send(AnnotatedToolTests.Visits.Address to) {
            return to.mail();
        }

        @Tool
        String sendAll(List<AnnotatedToolTests.Visits.Address> to) {
            return to.toString();
        }

        @Tool
        String wait(LocalDateTime until) {
            return until.toString();
        }

        @Tool
        String pages(int number) {
            return String.valueOf(number);
        }

        @Tool
        String readMail() {
            return String.valueOf(
                    new JsonHelper().fromJson("{\"mail\":\"bob\"}", AnnotatedToolTests.Visits.Address.class));
        }
    }
}
