package io.mcpspring.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import io.mcpspring.test.McpTester;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.ai.mcp.annotation.McpComplete;
import org.springframework.ai.mcp.annotation.McpPrompt;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import reactor.core.publisher.Mono;

/** Method security on methods with annotations of Spring AI. */
class SecuredEntryTests {

    private static Server server;

    @BeforeAll
    static void start() {
        server = Server.start(Application.class);
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static McpTester as(ProtocolVersion version, String role) {
        return server.client(version, client -> client.header(Users.ROLE, role));
    }

    @Eras
    void anEntryExistsForThoseWhoMayCallIt(ProtocolVersion version) {
        assertThat(as(version, "EDITOR").tools()).extracting(Tool::name).contains("erase", "eraseLater");
        as(version, "EDITOR").call("erase").execute().text().isEqualTo("erased");
        as(version, "EDITOR").call("eraseLater").execute().text().isEqualTo("erased");
        assertThat(as(version, "READER").tools()).extracting(Tool::name).containsExactly("own");
        as(version, "READER").call("erase").execute().rejected(-32602);
        as(version, "READER").prompt("draft").execute().rejected(-32602);
    }

    @Eras
    void anArgumentDecidesAtTheCall(ProtocolVersion version) {
        as(version, "READER")
                .call("own")
                .argument("name", "user")
                .execute()
                .text()
                .isEqualTo("user");
        as(version, "READER").call("own").argument("name", "other").execute().rejected(-32602);
    }

    @Eras
    void aCompletionThatIsRefusedIsUnknown(ProtocolVersion version) {
        as(version, "EDITOR")
                .completePrompt("draft", "topic", "n")
                .execute()
                .values()
                .containsExactly("news");
        as(version, "READER").completePrompt("draft", "topic", "n").execute().rejected(-32602);
    }

    @Test
    void anAnnotationThatNothingEnforcesStopsTheStart() {
        assertThatThrownBy(() -> Server.start(Unenforced.class)).hasMessageContaining("@PreAuthorize is not enforced");
    }

    @Test
    void aMethodThatHandlesHttpRequestsStopsTheStart() {
        assertThatThrownBy(() -> Server.start(Pages.class)).hasMessageContaining("It also handles HTTP requests");
    }

    @Test
    void allMethodsThatCannotBeServedStopTheStartTogether() {
        assertThatThrownBy(() -> Server.start(Unreadable.class))
                .extracting(NestedExceptionUtils::getMostSpecificCause)
                .isInstanceOfSatisfying(
                        McpMethodException.class,
                        first -> assertThat(refused(first))
                                .containsExactlyInAnyOrder("both(String)", "neither(String)", "hidden()"));
    }

    private static Stream<String> refused(Throwable refusal) {
        return Stream.concat(
                Stream.of(((McpMethodException) refusal).method()),
                Stream.of(refusal.getSuppressed()).flatMap(SecuredEntryTests::refused));
    }

    static class Unreadable {

        @McpComplete(prompt = "draft", uri = "notes://{topic}")
        String both(String typed) {
            return typed;
        }

        @McpComplete
        String neither(String typed) {
            return typed;
        }

        @io.mcpspring.annotation.McpTool
        private String hidden() {
            return "hidden";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import({Notes.class, Users.class})
    static class Application {}

    static class Notes {

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        String erase() {
            return "erased";
        }

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        Mono<String> eraseLater() {
            return Mono.just("erased");
        }

        @McpTool
        @PreAuthorize("#name == authentication.name")
        String own(String name) {
            return name;
        }

        @McpPrompt
        @PreAuthorize("hasRole('EDITOR')")
        String draft(String topic) {
            return "Draft " + topic;
        }

        @McpComplete(prompt = "draft")
        String complete(String typed) {
            return typed + "ews";
        }
    }

    @Import(Notes.class)
    static class Unenforced {}

    @Controller
    static class Pages {

        @McpTool
        @GetMapping("/page")
        String page() {
            return "page";
        }
    }
}
