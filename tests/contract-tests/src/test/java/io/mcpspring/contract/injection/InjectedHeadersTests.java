package io.mcpspring.contract.injection;

import static io.mcpspring.support.InjectionChecks.arguments;
import static io.mcpspring.support.InjectionChecks.callWith;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.convert.converter.Converter;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpHeaders;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.RequestHeader;
import tools.jackson.databind.json.JsonMapper;

/** Headers of the request as parameters, with all attributes of Spring's annotation. */
class InjectedHeadersTests {

    record Tenant(String id) {}

    static class Tools {

        @McpTool
        String required(@RequestHeader("X-Text") String text) {
            return text;
        }

        @McpTool
        String number(@RequestHeader("X-Number") int number) {
            return String.valueOf(number);
        }

        @McpTool
        String named(@RequestHeader String tenant) {
            return tenant;
        }

        @McpTool
        String placeholder(@RequestHeader("${test.header}") String text) {
            return text;
        }

        @McpTool
        String withDefault(@RequestHeader(name = "X-Number", defaultValue = "${test.number}") int number) {
            return String.valueOf(number);
        }

        @McpTool
        String notRequired(@RequestHeader(name = "X-Text", required = false) String text) {
            return String.valueOf(text);
        }

        @McpTool
        String nullable(@RequestHeader("X-Text") @Nullable String text) {
            return String.valueOf(text);
        }

        @McpTool
        String optional(@RequestHeader("X-Number") Optional<Integer> number) {
            return number.toString();
        }

        @McpTool
        String list(@RequestHeader("X-Number") List<Integer> numbers) {
            return numbers.toString();
        }

        @McpTool
        String array(@RequestHeader("X-Number") int[] numbers) {
            return Arrays.toString(numbers);
        }

        @McpTool
        String enumerated(@RequestHeader("X-Unit") TimeUnit unit) {
            return unit.name();
        }

        @McpTool
        String formatted(@RequestHeader("X-Day") @DateTimeFormat(pattern = "dd.MM.yyyy") LocalDate day) {
            return day.toString();
        }

        @McpTool
        String converted(@RequestHeader("X-Tenant") Tenant tenant) {
            return tenant.id();
        }

        @McpTool
        String map(@RequestHeader Map<String, String> headers) {
            return headers.get("x-text");
        }

        @McpTool
        String lists(@RequestHeader Map<String, List<String>> headers) {
            return headers.get("x-text").toString();
        }

        @McpTool
        String multiValueMap(@RequestHeader MultiValueMap<String, String> headers) {
            return headers.get("x-text").toString();
        }

        @McpTool
        String httpHeaders(@RequestHeader HttpHeaders headers) {
            return headers.get("x-text").toString();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class Application {

        // A class, because the source and target types of a lambda expression are not known at run time.
        @Bean
        ToTenant toTenant() {
            return new ToTenant();
        }
    }

    static class ToTenant implements Converter<String, Tenant> {

        @Override
        public Tenant convert(String id) {
            return new Tenant("tenant " + id);
        }
    }

    private final TestServer server = TestServer.shared(Application.class, "test.header=X-Text", "test.number=42");

    static Stream<Arguments> present() {
        return Revisions.every().stream()
                .flatMap(version -> Stream.of(
                        Arguments.of(version, "required", "X-Text", "hello", "hello"),
                        Arguments.of(version, "required", "x-tExt", "hello", "hello"),
                        Arguments.of(version, "required", "X-Text", "a, b", "a, b"),
                        Arguments.of(version, "number", "X-Number", "7", "7"),
                        Arguments.of(version, "named", "Tenant", "acme", "acme"),
                        Arguments.of(version, "placeholder", "X-Text", "hello", "hello"),
                        Arguments.of(version, "withDefault", "X-Number", "7", "7"),
                        Arguments.of(version, "notRequired", "X-Text", "hello", "hello"),
                        Arguments.of(version, "nullable", "X-Text", "hello", "hello"),
                        Arguments.of(version, "optional", "X-Number", "7", "Optional[7]"),
                        Arguments.of(version, "list", "X-Number", "7, 8", "[7, 8]"),
                        Arguments.of(version, "array", "X-Number", "7,8", "[7, 8]"),
                        Arguments.of(version, "enumerated", "X-Unit", "DAYS", "DAYS"),
                        Arguments.of(version, "formatted", "X-Day", "24.12.2026", "2026-12-24"),
                        Arguments.of(version, "converted", "X-Tenant", "7", "tenant 7"),
                        Arguments.of(version, "map", "X-Text", "hello", "hello"),
                        Arguments.of(version, "lists", "X-Text", "hello", "[hello]"),
                        Arguments.of(version, "multiValueMap", "X-Text", "hello", "[hello]"),
                        Arguments.of(version, "httpHeaders", "X-Text", "hello", "[hello]")));
    }

    @ParameterizedTest
    @MethodSource("present")
    void aHeaderThatIsSentIsInjected(ProtocolVersion version, String tool, String header, String sent, String text) {
        assertThat(callWith(server.client(version), tool, header, sent).contentText())
                .isEqualTo(text);
        assertThat(arguments(server, version, tool)).isEmpty();
    }

    static Stream<Arguments> absent() {
        return Revisions.every().stream()
                .flatMap(version -> Stream.of(
                        Arguments.of(version, "withDefault", "42"),
                        Arguments.of(version, "notRequired", "null"),
                        Arguments.of(version, "nullable", "null"),
                        Arguments.of(version, "optional", "Optional.empty")));
    }

    @ParameterizedTest
    @MethodSource("absent")
    void anOptionalHeaderMayBeAbsent(ProtocolVersion version, String tool, String text) {
        assertThat(server.client(version).call(tool).contentText()).isEqualTo(text);
    }

    @EveryRevision
    void theErrorForAMissingHeaderNamesIt(ProtocolVersion version) {
        assertRefused(server.client(version).call("required"), "Header 'X-Text' is missing");
        assertRefused(server.client(version).call("list"), "Header 'X-Number' is missing");
    }

    @EveryRevision
    void theErrorForAnUnconvertibleHeaderNamesIt(ProtocolVersion version) {
        assertRefused(
                callWith(server.client(version), "number", "X-Number", "many"),
                "Header 'X-Number' has a value that cannot be used");
        assertRefused(
                callWith(server.client(version), "enumerated", "X-Unit", "MOONS"),
                "Header 'X-Unit' has a value that cannot be used");
    }

    @ParameterizedTest
    @CsvSource({"required, ''", "withDefault, 42", "optional, Optional.empty"})
    void anEmptyHeaderIsAnEmptyTextOrAbsent(String tool, String text) {
        String header = tool.equals("required") ? "X-Text" : "X-Number";
        assertThat(callWith(server.client(ProtocolVersion.V2026_07_28), tool, header, "")
                        .contentText())
                .isEqualTo(text);
    }

    @Test
    void anEmptyHeaderIsRefusedAsANumber() {
        assertRefused(
                callWith(server.client(ProtocolVersion.V2026_07_28), "number", "X-Number", ""),
                "Header 'X-Number' has a value that cannot be used");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"required | a,b", "map | a", "lists | [a, b]", "multiValueMap | [a, b]", "httpHeaders | [a, b]"})
    void aHeaderMayBeSentTwice(String tool, String text) throws IOException {
        assertThat(sentTwice(tool)).isEqualTo(text);
    }

    /** Returns the response to a request with two lines of the same header, which Java's client cannot send. */
    private String sentTwice(String tool) throws IOException {
        String body = """
                {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "%s", "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {}}}}""".formatted(tool);
        List<String> head = List.of(
                "POST /mcp HTTP/1.1",
                "Host: localhost",
                "Connection: close",
                "Content-Type: application/json",
                "Accept: application/json, text/event-stream",
                "MCP-Protocol-Version: 2026-07-28",
                "Mcp-Method: tools/call",
                "Mcp-Name: " + tool,
                "X-Text: a",
                "X-Text: b",
                "Content-Length: " + body.length(),
                "",
                "");
        try (Socket socket = new Socket("localhost", server.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write((String.join("\r\n", head) + body).getBytes(StandardCharsets.UTF_8));
            BufferedReader answer =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String json = answer.lines()
                    .filter(line -> line.startsWith("{"))
                    .findFirst()
                    .orElseThrow();
            return JsonMapper.shared()
                    .readTree(json)
                    .at("/result/content/0/text")
                    .stringValue();
        }
    }

    private static void assertRefused(Answer answer, String message) {
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.errorCode()).isEqualTo(-32602);
        assertThat(answer.error().get("message").stringValue()).isEqualTo(message);
    }
}
