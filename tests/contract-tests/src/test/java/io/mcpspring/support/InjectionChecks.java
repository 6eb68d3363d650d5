package io.mcpspring.support;

import io.mcpspring.protocol.ProtocolVersion;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import org.springframework.web.util.UriComponentsBuilder;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Calls of tools by requests with additional headers or users. */
public final class InjectionChecks {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private InjectionChecks() {}

    /** Calls a tool with further headers, given as names and values in turn. */
    public static Answer callWith(McpTestClient client, String tool, String... headers) {
        return call(client, tool, "{}", "{}", headers);
    }

    public static Answer call(McpTestClient client, String tool, String arguments, String meta, String... headers) {
        ObjectNode params = MAPPER.createObjectNode().put("name", tool);
        params.set("arguments", MAPPER.readTree(arguments));
        params.set("_meta", MAPPER.readTree(meta));
        Map<String, String> all = client.headers("tools/call", params);
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        return client.post(client.body("tools/call", params), all);
    }

    /** Returns the names of the arguments in a tool's input schema. */
    public static List<String> arguments(TestServer server, ProtocolVersion version, String tool) {
        return List.copyOf(server.client(version)
                .request("tools/list", "{}")
                .result()
                .get("tools")
                .valueStream()
                .filter(listed -> listed.get("name").stringValue().equals(tool))
                .findFirst()
                .orElseThrow()
                .at("/inputSchema/properties")
                .propertyNames());
    }

    /** Returns a client whose requests are those of a user; requires {@link Users}. */
    public static McpTestClient of(String user, TestServer server, ProtocolVersion version) {
        return server.client(version, "/mcp?user=" + user);
    }

    /** A user of a type that methods can declare. */
    public record User(String name) implements Principal {

        @Override
        public String getName() {
            return name;
        }
    }

    /** Authenticates the user that the query names. */
    public static final class Users extends TestUsers {

        public Users() {
            super(request -> {
                String name = UriComponentsBuilder.fromUri(request.getURI())
                        .build()
                        .getQueryParams()
                        .getFirst("user");
                return name == null ? null : new User(name);
            });
        }
    }
}
