package io.mcpspring.springai;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Starts Spring AI's own server with the beans of the tests, repeats the calls of a file, and writes the file with
 * their results.
 */
public final class Recorder {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final URI endpoint;

    private String session = "";

    private Recorder(URI endpoint) {
        this.endpoint = endpoint;
    }

    public static void main(String[] arguments) throws Exception {
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
                .run(
                        "--server.port=0",
                        "--spring.ai.mcp.server.protocol=STREAMABLE",
                        "--spring.ai.mcp.server.tool-response-mime-type.map=image/png")) {
            String port = application.getEnvironment().getProperty("local.server.port");
            new Recorder(URI.create("http://localhost:" + port + "/mcp"))
                    .record(Path.of(arguments[0]), Path.of(arguments[1]));
        }
    }

    private void record(Path calls, Path recorded) throws IOException, InterruptedException {
        send(message("initialize")
                .set(
                        "params",
                        JSON.valueToTree(Map.of(
                                "protocolVersion",
                                "2025-11-25",
                                "capabilities",
                                Map.of(),
                                "clientInfo",
                                Map.of("name", "mcp-spring-boot-test", "version", "1")))));
        ObjectNode initialized = message("notifications/initialized");
        initialized.remove("id");
        send(initialized);
        JsonNode all = JSON.readTree(Files.readString(calls));
        for (JsonNode call : all) {
            ObjectNode message = message(call.get("method").asString());
            message.set("params", call.get("params"));
            JsonNode response = JSON.readTree(send(message));
            ((ObjectNode) call).set("result", response.path("result"));
        }
        Files.writeString(recorded, JSON.writeValueAsString(all) + "\n");
    }

    private static ObjectNode message(String method) {
        return JSON.createObjectNode().put("jsonrpc", "2.0").put("id", 1).put("method", method);
    }

    /** Returns the body of the response, or the last event of its stream. */
    private String send(JsonNode message) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(message.toString()));
        if (!session.isEmpty()) {
            request.header("Mcp-Session-Id", session).header("MCP-Protocol-Version", "2025-11-25");
        }
        HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        session = response.headers().firstValue("Mcp-Session-Id").orElse(session);
        return response.body()
                .lines()
                .filter(line -> line.startsWith("data:"))
                .map(line -> line.substring("data:".length()))
                .reduce((first, second) -> second)
                .orElse(response.body());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Desk.class, Library.class, Weather.class})
    static class Application {}
}
