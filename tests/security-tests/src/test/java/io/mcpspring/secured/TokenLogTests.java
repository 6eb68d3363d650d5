package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.AUTHORIZATION;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Neither access tokens nor session ids reach a log or an answer. */
@ExtendWith(OutputCaptureExtension.class)
class TokenLogTests {

    private static final Logger PROJECT = (Logger) LoggerFactory.getLogger("io.mcpspring");

    @Test
    void tokensAndSessionIdsAreNotLogged(CapturedOutput output) {
        SecuredServer server = SecuredServer.withTokens();
        String valid = server.token("ada");
        String foreign =
                AUTHORIZATION.token(claims -> claims.subject("eve").audience(List.of("https://other.example/mcp")));
        String malformed = valid.substring(0, valid.length() - 5) + "AAAAA";
        Level before = PROJECT.getLevel();
        PROJECT.setLevel(Level.TRACE);
        try {
            assertThat(server.callWith(valid, "whoAmI").statusCode()).isEqualTo(200);
            String session = session(server, valid);
            assertThat(server.callWith(valid, "unknown").body()).doesNotContain(valid);
            for (String refused : List.of(foreign, malformed)) {
                HttpResponse<String> answer = server.callWith(refused, "whoAmI");
                assertThat(answer.statusCode()).isEqualTo(401);
                assertThat(answer.body() + answer.headers().map()).doesNotContain(refused);
            }
            assertThat(output.getAll()).contains("ada").doesNotContain(valid, foreign, malformed, session);
        } finally {
            PROJECT.setLevel(before);
        }
    }

    private static String session(SecuredServer server, String token) {
        HttpResponse<String> answer = server.send(
                "/mcp",
                request -> request.header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .POST(HttpRequest.BodyPublishers.ofString("""
                        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25",
                          "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}""")));
        return answer.headers().firstValue("Mcp-Session-Id").orElseThrow();
    }
}
