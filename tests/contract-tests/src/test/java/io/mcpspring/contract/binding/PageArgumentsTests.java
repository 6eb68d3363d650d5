package io.mcpspring.contract.binding;

import static io.mcpspring.contract.binding.BindingChecks.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.method.McpParameterResolver;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.core.PropertyPath;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Sort;
import org.springframework.data.web.PageableDefault;
import org.springframework.data.web.SortDefault;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Parameters of Spring Data's types for pages are several arguments, as those of HTTP requests. */
class PageArgumentsTests {

    private final TestServer server = TestServer.shared(
            Application.class,
            "spring.data.web.pageable.default-page-size=30",
            "spring.data.web.pageable.max-page-size=100",
            "spring.data.web.pageable.one-indexed-parameters=true",
            "spring.data.web.pageable.qualifier-delimiter=.",
            "spring.data.web.sort.sort-parameter=order");

    private final McpTestClient client = server.client(ProtocolVersion.V2026_07_28);

    @EveryRevision
    void aPageIsThreeArguments(ProtocolVersion version) {
        assertThat(server.client(version)
                        .call(
                                "plain",
                                "{\"page\": 3, \"size\": 5, \"order\": [\"name,DESC,ignorecase\", \"address.city\"]}")
                        .contentText())
                .isEqualTo("Page request [number: 2, size 5, sort: name: DESC, ignoring case,address.city: ASC]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plain     | {} | Page request [number: 0, size 30, sort: UNSORTED]",
                "plain     | {\"page\": null, \"order\": []} | Page request [number: 0, size 30, sort: UNSORTED]",
                "annotated | {} | Page request [number: 2, size 7, sort: name: DESC]",
                "annotated | {\"page\": 1} | Page request [number: 0, size 7, sort: name: DESC]",
                "annotated | {\"order\": [\"id\"]} | Page request [number: 2, size 7, sort: id: ASC]",
                "sorted    | {} | name: ASC,city: DESC",
                "sorted    | {\"order\": [\"id,desc\"]} | id: DESC",
                "two | {\"a.page\": 2, \"b_order\": [\"x\"]}"
                        + " | Page request [number: 1, size 30, sort: UNSORTED] Page request [number: 0, size 30, sort: x: ASC]",
            })
    void defaultsAreThoseOfAnnotationsAndProperties(String tool, String arguments, String expected) {
        assertThat(client.call(tool, arguments).contentText()).isEqualTo(expected);
    }

    @Test
    void theSchemaHasLimitsAndDefaults() {
        assertThat(schema("annotated")).isEqualTo("""
                {"type":"object","properties":{\
                "page":{"type":"integer","description":"Number of the page","minimum":1,"default":3},\
                "size":{"type":"integer","description":"Number of elements on a page","minimum":1,"maximum":100,"default":7},\
                "order":{"type":"array","items":{"type":"string"},\
                "description":"Properties to sort by, as in \\"name\\" or \\"name,desc\\"; by default name: DESC"}},\
                "additionalProperties":false}""");
    }

    private String schema(String tool) {
        for (JsonNode each : client.request("tools/list", "{}").result().get("tools")) {
            if (each.get("name").stringValue().equals(tool)) {
                return each.get("inputSchema").toString();
            }
        }
        throw new AssertionError("No tool " + tool);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"page\": 0}              | page: must be at least 1",
                "{\"page\": \"next\"}       | page: must be a whole number",
                "{\"size\": 0}              | size: must be at least 1",
                "{\"size\": 101}            | size: must be at most 100",
                "{\"order\": \"name\"}      | order: must be an array",
                "{\"order\": [\"name\", \"city,down\"]} | order: must have properties, as in \"name\" or \"name,desc\", got 'city,down'",
                "{\"order\": [\"\"]}        | order: must have properties",
                "{\"order\": [\"a(b)\"]}    | order: must have properties",
                "{\"sort\": [\"name\"]}     | sort: ",
            })
    void invalidValuesAreReportedWithTheirNames(String arguments, String problem) {
        assertThat(refusal(client.version(), client.call("plain", arguments))).contains("\n" + problem);
    }

    @Test
    void aPropertyThatARepositoryDoesNotHaveIsReported() {
        assertThat(refusal(client.version(), client.call("found", "{\"order\": [\"nme\"]}")))
                .endsWith("there is no property 'nme'");
        assertThat(client.call("found", "{\"order\": [\"name\"]}").contentText())
                .isEqualTo("name");
    }

    @Test
    void aResolverOfTheApplicationTakesPrecedence() {
        assertThat(client.call("resolved", "{}").contentText())
                .isEqualTo("Page request [number: 0, size 1, sort: UNSORTED]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Twice | The arguments of parameter 1 (org.springframework.data.domain.Pageable) are unclear: Ambiguous Pageable",
                "Described | The arguments of parameter 1 (org.springframework.data.domain.Pageable) are unclear: @McpToolParam",
                "Request | Parameter 1 (org.springframework.data.domain.PageRequest) cannot be an argument",
                "OfPrompt | Text cannot be converted to the type of parameter 1 (org.springframework.data.domain.Pageable)",
            })
    void whatCannotBeServedStopsTheApplication(String name, String reason) throws ClassNotFoundException {
        Class<?> bean = Class.forName(getClass().getName() + "$" + name);
        assertThatException()
                .isThrownBy(() -> TestServer.start(bean).close())
                .extracting(NestedExceptionUtils::getMostSpecificCause)
                .isInstanceOfSatisfying(McpMethodException.class, refused -> {
                    assertThat(refused.className()).isEqualTo(bean.getName());
                    assertThat(refused.reason()).startsWith(reason);
                });
    }

    record Person(String name) {}

    static class Tools {

        @McpTool
        String found(Sort sort) {
            return PropertyPath.from(sort.iterator().next().getProperty(), Person.class)
                    .toDotPath();
        }

        @McpTool
        Mono<String> plain(Pageable page) {
            return Mono.just(page.toString());
        }

        @McpTool
        String annotated(
                @PageableDefault(page = 2, size = 7, sort = "name", direction = Sort.Direction.DESC) Pageable page) {
            return page.toString();
        }

        @McpTool
        String sorted(
                @SortDefault.SortDefaults({
                            @SortDefault("name"),
                            @SortDefault(sort = "city", direction = Sort.Direction.DESC)
                        })
                        Sort sort) {
            return sort.toString();
        }

        @McpTool
        String two(@Qualifier("a") Pageable first, @Qualifier("b") Pageable second) {
            return first + " " + second;
        }

        @McpTool
        String resolved(@Qualifier("own") Pageable page) {
            return page.toString();
        }
    }

    static class Twice {

        @McpTool
        void twice(Pageable first, Pageable second) {}
    }

    static class Described {

        @McpTool
        void described(@McpToolParam(description = "Which part") Pageable page) {}
    }

    static class Request {

        @McpTool
        void request(PageRequest page) {}
    }

    static class OfPrompt {

        @McpPrompt
        String prompt(Pageable page) {
            return page.toString();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        Tools tools() {
            return new Tools();
        }

        @Bean
        McpParameterResolver own() {
            return new McpParameterResolver() {

                @Override
                public boolean supports(MethodParameter parameter) {
                    Qualifier qualifier = parameter.getParameterAnnotation(Qualifier.class);
                    return qualifier != null && qualifier.value().equals("own");
                }

                @Override
                public Object resolve(MethodParameter parameter, McpExchange exchange) {
                    return PageRequest.ofSize(1);
                }
            };
        }
    }
}
