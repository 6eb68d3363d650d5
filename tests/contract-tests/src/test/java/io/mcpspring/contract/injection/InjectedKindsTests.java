package io.mcpspring.contract.injection;

import static io.mcpspring.support.InjectionChecks.arguments;
import static io.mcpspring.support.InjectionChecks.call;
import static io.mcpspring.support.InjectionChecks.callWith;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.McpMeta;
import io.mcpspring.method.McpParameterResolver;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.InjectionChecks;
import io.mcpspring.support.InjectionChecks.User;
import io.mcpspring.support.InjectionChecks.Users;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpArguments;
import java.security.Principal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.RequestHeader;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Methods of every style get every kind of injected parameter in every revision. */
class InjectedKindsTests {

    private static final String TRACE = "example.com/trace";

    static class Tools {

        @McpTool
        String blocking(
                String text,
                McpArguments arguments,
                McpExchange exchange,
                Principal user,
                Locale locale,
                HttpHeaders http,
                @RequestHeader("X-Tenant") int tenant,
                Optional<Implementation> client,
                ClientCapabilities capabilities,
                McpMeta meta,
                @Autowired Clock clock,
                Color color) {
            assertThat(Thread.currentThread().getName()).startsWith("mcp-tool-");
            return describe(
                    text, arguments, exchange, user, locale, http, tenant, client, capabilities, meta, clock, color);
        }

        @McpTool
        Mono<String> mono(
                String text,
                McpArguments arguments,
                McpExchange exchange,
                Principal user,
                Locale locale,
                HttpHeaders http,
                @RequestHeader("X-Tenant") int tenant,
                Optional<Implementation> client,
                ClientCapabilities capabilities,
                McpMeta meta,
                @Autowired Clock clock,
                Color color) {
            return Mono.fromSupplier(() -> describe(
                    text, arguments, exchange, user, locale, http, tenant, client, capabilities, meta, clock, color));
        }

        @McpTool
        Flux<String> flux(
                String text,
                McpArguments arguments,
                McpExchange exchange,
                Principal user,
                Locale locale,
                HttpHeaders http,
                @RequestHeader("X-Tenant") int tenant,
                Optional<Implementation> client,
                ClientCapabilities capabilities,
                McpMeta meta,
                @Autowired Clock clock,
                Color color) {
            return Flux.just(describe(
                    text, arguments, exchange, user, locale, http, tenant, client, capabilities, meta, clock, color));
        }

        @McpTool
        CompletionStage<String> stage(
                String text,
                McpArguments arguments,
                McpExchange exchange,
                Principal user,
                Locale locale,
                HttpHeaders http,
                @RequestHeader("X-Tenant") int tenant,
                Optional<Implementation> client,
                ClientCapabilities capabilities,
                McpMeta meta,
                @Autowired Clock clock,
                Color color) {
            return CompletableFuture.completedFuture(describe(
                    text, arguments, exchange, user, locale, http, tenant, client, capabilities, meta, clock, color));
        }

        private static String describe(
                String text,
                McpArguments arguments,
                McpExchange exchange,
                Principal user,
                Locale locale,
                HttpHeaders http,
                int tenant,
                Optional<Implementation> client,
                ClientCapabilities capabilities,
                McpMeta meta,
                Clock clock,
                Color color) {
            return String.join(
                    " ",
                    text,
                    String.valueOf(arguments.json().size()),
                    exchange.protocolVersion().value(),
                    user.getName(),
                    locale.toLanguageTag(),
                    http.containsHeader("X-Tenant") ? "/mcp" : "?",
                    String.valueOf(tenant),
                    client.map(Implementation::name).orElse("?"),
                    capabilities.features().toString(),
                    meta.text(TRACE).orElse("?"),
                    clock.instant().toString(),
                    color.name());
        }

        @McpTool
        String needsUser(Principal user) {
            return user.getName();
        }

        @McpTool
        String mayHaveUser(@Nullable Principal user, Optional<User> again) {
            return (user == null ? "nobody" : user.getName()) + " "
                    + again.map(User::name).orElse("nobody");
        }

        @McpTool
        String needsOtherUser(OtherUser user) {
            return user.getName();
        }

        @McpTool
        String mayHaveOtherUser(@Nullable OtherUser user) {
            return user == null ? "nobody" : user.getName();
        }

        @McpTool
        String needsClient(Implementation client) {
            return client.name() + " " + client.version();
        }

        @McpTool
        String mayHaveClient(@Nullable Implementation client) {
            return client == null ? "somebody" : client.name();
        }

        @McpTool
        String optional(
                Optional<McpExchange> exchange,
                Optional<Locale> locale,
                Optional<McpMeta> meta,
                Optional<HttpHeaders> http) {
            return exchange.isPresent() + " " + locale.isPresent() + " " + meta.isPresent() + " " + http.isPresent();
        }

        @McpTool
        String language(Locale locale) {
            return locale.toLanguageTag();
        }

        @McpTool
        String translate(@McpToolParam Locale locale) {
            return locale.toLanguageTag();
        }

        @McpTool
        String meta(McpMeta meta) {
            return (meta.json().isObject() ? "" : "not an object: ")
                    + meta.json().propertyNames()
                    + " "
                    + meta.text("number").isPresent();
        }
    }

    interface OtherUser extends Principal {}

    record Color(String name) {}

    @Configuration(proxyBeanMethods = false)
    @Import({Tools.class, Users.class})
    static class Application {

        @Bean
        Clock clock() {
            return Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        }

        @Bean
        McpParameterResolver colors() {
            return new McpParameterResolver() {

                @Override
                public boolean supports(MethodParameter parameter) {
                    return parameter.getParameterType() == Color.class;
                }

                @Override
                public Object resolve(MethodParameter parameter, McpExchange exchange) {
                    return new Color(parameter.getParameterName() + "-" + exchange.protocolVersion());
                }
            };
        }
    }

    private final TestServer server = TestServer.shared(Application.class);

    static Stream<Arguments> styles() {
        return Revisions.every().stream()
                .flatMap(version ->
                        Stream.of("blocking", "mono", "flux", "stage").map(tool -> Arguments.of(version, tool)));
    }

    @ParameterizedTest
    @MethodSource("styles")
    void everyKindIsInjected(ProtocolVersion version, String tool) {
        Answer answer = call(
                InjectionChecks.of("ada", server, version),
                tool,
                "{\"text\": \"hello\"}",
                "{\"%s\": \"t1\"}".formatted(TRACE),
                "Accept-Language",
                "pt-BR",
                "X-Tenant",
                "7");
        String client = version.isModern() ? "?" : "test";
        assertThat(answer.contentText())
                .contains("hello 1 " + version + " ada pt-BR /mcp 7 " + client + " [] t1 1970-01-01T00:00:00Z color-"
                        + version);
    }

    @ParameterizedTest
    @MethodSource("styles")
    void noKindIsInTheInputSchema(ProtocolVersion version, String tool) {
        assertThat(arguments(server, version, tool)).containsExactly("text");
    }

    @ParameterizedTest
    @MethodSource("styles")
    void aMissingValueIsAnErrorInEveryStyle(ProtocolVersion version, String tool) {
        Answer answer = call(server.client(version), tool, "{\"text\": \"hello\"}", "{}", "X-Tenant", "7");
        assertRefused(answer, "The request has no authenticated user");
    }

    @EveryRevision
    void aUserIsRequiredUnlessTheParameterIsOptional(ProtocolVersion version) {
        McpTestClient ada = InjectionChecks.of("ada", server, version);
        McpTestClient nobody = server.client(version);
        assertThat(ada.call("needsUser").contentText()).isEqualTo("ada");
        assertRefused(nobody.call("needsUser"), "The request has no authenticated user");
        assertThat(ada.call("mayHaveUser").contentText()).isEqualTo("ada ada");
        assertThat(nobody.call("mayHaveUser").contentText()).isEqualTo("nobody nobody");
    }

    @EveryRevision
    void aUserOfAnotherTypeIsAFailureUnlessTheParameterIsOptional(ProtocolVersion version) {
        McpTestClient ada = InjectionChecks.of("ada", server, version);
        assertThat(ada.call("needsOtherUser").contentText())
                .contains("failed unexpectedly")
                .doesNotContain("InjectionChecks");
        assertThat(ada.call("mayHaveOtherUser").contentText()).isEqualTo("nobody");
    }

    @EveryRevision
    void theClientInfoIsRequiredUnlessTheParameterIsOptional(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        if (version.isModern()) {
            assertRefused(client.call("needsClient"), "The request has no clientInfo");
            assertThat(client.call("mayHaveClient").contentText()).isEqualTo("somebody");
        }
        String meta = "{\"io.modelcontextprotocol/clientInfo\": {\"name\": \"test\", \"version\": \"1\"}}";
        assertThat(call(client, "needsClient", "{}", meta).contentText()).isEqualTo("test 1");
        assertThat(call(client, "mayHaveClient", "{}", meta).contentText()).isEqualTo("test");
    }

    @EveryRevision
    void everyKindMayBeOptional(ProtocolVersion version) {
        assertThat(server.client(version).call("optional").contentText()).isEqualTo("true true true true");
    }

    @EveryRevision
    void theLocaleIsThatOfTheRequestOrOfTheServer(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertThat(callWith(client, "language", "Accept-Language", "fr;q=0.5, de-CH")
                        .contentText())
                .isEqualTo("de-CH");
        assertThat(client.call("language").contentText())
                .isEqualTo(Locale.getDefault().toLanguageTag());
    }

    @EveryRevision
    void aDeclaredArgumentIsNotInjected(ProtocolVersion version) {
        assertThat(arguments(server, version, "translate")).containsExactly("locale");
        assertThat(call(server.client(version), "translate", "{\"locale\": \"it\"}", "{}", "Accept-Language", "de")
                        .contentText())
                .isEqualTo("it");
    }

    @EveryRevision
    void metaIsThatOfTheRequest(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        String text =
                call(client, "meta", "{}", "{\"a\": \"x\", \"number\": 1}").contentText();
        assertThat(text).startsWith("[a, number").endsWith("] false");
        assertThat(text.contains("io.modelcontextprotocol/protocolVersion")).isEqualTo(version.isModern());
        if (!version.isModern()) {
            assertThat(client.call("meta").contentText()).isEqualTo("[] false");
            for (String other : List.of("7", "\"x\"", "[]", "null")) {
                assertThat(call(client, "meta", "{}", other).contentText()).isEqualTo("[] false");
            }
        }
    }

    private static void assertRefused(Answer answer, String message) {
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.errorCode()).isEqualTo(-32602);
        assertThat(answer.error().get("message").stringValue()).isEqualTo(message);
    }
}
