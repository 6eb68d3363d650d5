package io.mcpspring.contract.interceptor;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The ways in which a client uses entries that echo a text. */
enum Use {
    TOOL("tools/call", "{'name': 'echo', 'arguments': {'text': '%s'}}", "/content/0/text"),
    PROMPT("prompts/get", "{'name': 'echo', 'arguments': {'text': '%s'}}", "/messages/0/content/text"),
    RESOURCE("resources/read", "{'uri': 'echo://%s'}", "/contents/0/text"),
    COMPLETION(
            "completion/complete",
            "{'ref': {'type': 'ref/prompt', 'name': 'echo'}, 'argument': {'name': 'text', 'value': '%s'}}",
            "/completion/values/0"),
    COMPLETION_BY_TYPE(
            "completion/complete",
            "{'ref': {'type': 'ref/prompt', 'name': 'color'}, 'argument': {'name': 'color', 'value': '%s'}}",
            "/completion/values/0");

    private final String method;

    private final String params;

    private final String text;

    Use(String method, String params, String text) {
        this.method = method;
        this.params = params;
        this.text = text;
    }

    Answer send(TestServer server, ProtocolVersion version, String text) {
        return server.client(version).request(method, params.replace('\'', '"').formatted(text));
    }

    /** Returns the text of the result. */
    String text(TestServer server, ProtocolVersion version, String text) {
        return send(server, version, text).result().at(this.text).stringValue();
    }

    static Stream<Arguments> inAllRevisions() {
        return Revisions.every().stream()
                .flatMap(version -> Stream.of(values()).map(use -> Arguments.of(version, use)));
    }

    static Stream<Arguments> ofMethodsInAllRevisions() {
        return inAllRevisions().filter(arguments -> arguments.get()[1] != COMPLETION_BY_TYPE);
    }
}
