package io.mcpspring.contract.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.resource.McpResources;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.JsonNode;

/** Templates that end with a query are listed, read, completed and subscribed to, in all revisions. */
class ResourceQueryTests {

    enum Order {
        NEWEST,
        OLDEST
    }

    static class Searches {

        @McpResource(uri = "lab://search{?q,limit,order,tags}")
        String search(@Nullable String q, Optional<Integer> limit, @Nullable Order order, @Nullable List<String> tags) {
            return q + " " + limit + " " + order + " " + tags;
        }

        @McpResource(uri = "lab://{bench}/log{?from}")
        String log(String bench, @Nullable Integer from) {
            return bench + " " + from;
        }

        @McpResource(uri = "lab://search")
        String plain() {
            return "plain";
        }

        @McpComplete(uri = "lab://search{?q,limit,order,tags}")
        List<String> q(String typed) {
            return List.of(typed + "!");
        }

        @Bean
        static McpResourceDefinition inCode() {
            return McpResourceDefinition.at("code://x{?a,b}")
                    .read((request, exchange) -> request.variables().toString())
                    .build();
        }
    }

    private static final TestServer SERVER = TestServer.shared(Searches.class);

    private static String text(McpTestClient client, String uri) {
        return client.read(uri).result().at("/contents/0/text").stringValue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lab://search                                   | plain",
                "lab://search?                                  | null Optional.empty null null",
                "lab://search?q=a+b                             | a b Optional.empty null null",
                "lab://search?limit=5&q=x                       | x Optional[5] null null",
                "lab://search?order=newest&tags=a,b             | null Optional.empty NEWEST [a, b]",
                "lab://search?tags=%5B%22a,b%22,%22c%22%5D      | null Optional.empty null [a,b, c]",
                "lab://search?limit=                            | null Optional.empty null null",
                "lab://search?utm=1                             | null Optional.empty null null",
                "lab://b1/log                                   | b1 null",
                "lab://b1/log?from=7                            | b1 7",
                "code://x                                       | {}",
                "code://x?b=2                                   | {b=2}"
            })
    void absentParametersAreNull(String uri, String text) {
        for (ProtocolVersion version : ProtocolVersion.values()) {
            assertThat(text(SERVER.client(version), uri)).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "lab://search?limit=many",
        "lab://search?q=1&q=2",
        "lab://search?q=..%2Fx",
        "lab://search#x",
        "lab://b1/log?from=x",
        "lab://b1/b2/log?from=1"
    })
    void aUriThatDoesNotMatchIsNotFound(String uri) {
        for (ProtocolVersion version : ProtocolVersion.values()) {
            JsonNode error = SERVER.client(version).read(uri).error();
            assertThat(error.get("code").intValue()).isEqualTo(version.isModern() ? -32602 : -32002);
            assertThat(error.at("/data/uri").stringValue()).isEqualTo(uri);
        }
    }

    @EveryRevision
    void theTemplateIsListedAndCompletedAsDeclared(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        assertThat(client.request("resources/templates/list", "{}").result().get("resourceTemplates"))
                .extracting(template -> template.get("uriTemplate").stringValue())
                .containsExactly("code://x{?a,b}", "lab://search{?q,limit,order,tags}", "lab://{bench}/log{?from}");
        String complete = """
                {"ref": {"type": "ref/resource", "uri": "lab://search{?q,limit,order,tags}"},
                 "argument": {"name": "%s", "value": "%s"}}""";
        assertThat(client.request("completion/complete", complete.formatted("q", "a"))
                        .result()
                        .at("/completion/values"))
                .hasToString("[\"a!\"]");
        assertThat(client.request("completion/complete", complete.formatted("order", "n"))
                        .result()
                        .at("/completion/values"))
                .hasToString("[\"NEWEST\"]");
        assertThat(client.request("completion/complete", complete.formatted("page", ""))
                        .errorCode())
                .isEqualTo(-32602);
    }

    @EveryRevision
    void aUriWithAQueryCanBeSubscribedTo(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        String uri = "lab://search?q=" + version.value();
        try (EventStream stream = version.isModern()
                ? client.stream(
                        "subscriptions/listen",
                        "{\"notifications\": {\"resourceSubscriptions\": [\"%s\"]}}".formatted(uri))
                : client.listen()) {
            if (version.isModern()) {
                assertThat(stream.nextMessage()
                                .at("/params/notifications/resourceSubscriptions/0")
                                .stringValue())
                        .isEqualTo(uri);
            } else {
                assertThat(client.request("resources/subscribe", "{\"uri\": \"%s\"}".formatted(uri))
                                .result())
                        .isNotNull();
            }
            SERVER.context().getBean(McpResources.class).updated(URI.create(uri));
            assertThat(stream.nextMessage().at("/params/uri").stringValue()).isEqualTo(uri);
        }
    }
}
