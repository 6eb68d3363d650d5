package io.mcpspring.test;

import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import java.security.Principal;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The settings of a tester.
 *
 * @param mapper for arguments, answers and structured results
 * @param headers sent with every request
 * @param principal {@code null} for none
 * @param capabilities a {@code ClientCapabilities} object
 * @param tasks whether the client supports the extension for tasks
 * @param logLevel the least severe messages that the client asks for; {@code null} for the default of the server
 * @param timeout how long the tester waits for a message
 */
record TesterSettings(
        Endpoint endpoint,
        JsonMapper mapper,
        ProtocolVersion version,
        HttpHeaders headers,
        @Nullable Principal principal,
        JsonNode capabilities,
        boolean tasks,
        @Nullable LoggingLevel logLevel,
        Duration timeout) {

    /** Where the endpoint is. */
    interface Endpoint {

        HttpTransport connect(@Nullable Principal principal);
    }

    /** Begins to wait for something that the server sends. */
    Deadline deadline(String awaited) {
        return Deadline.of(awaited, timeout);
    }

    /** Returns the declaration of these capabilities. */
    static JsonNode capabilities(Set<ClientCapabilities.Feature> features) {
        ObjectNode capabilities = ProtocolClient.object();
        for (ClientCapabilities.Feature feature : features) {
            ObjectNode member = capabilities;
            for (String name : feature.toString().split("\\.")) {
                member = member.withObjectProperty(name);
            }
        }
        return capabilities;
    }

    /** Returns what the client declares in a request or for its session. */
    JsonNode declaration() {
        if (!tasks) {
            return capabilities;
        }
        ObjectNode declaration = (ObjectNode) capabilities.deepCopy();
        declaration.withObjectProperty("extensions").putObject("io.modelcontextprotocol/tasks");
        return declaration;
    }
}
