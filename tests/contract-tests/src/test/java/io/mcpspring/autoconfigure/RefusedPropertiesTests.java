package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.McpConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** The texts for properties with invalid values. */
class RefusedPropertiesTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http.path                      | mcp   | Http      | must begin with a slash: mcp
            http.path                      | /a/*  | Http      | must not contain any of * ? { } ; %: /a/*
            http.path                      | /a;b  | Http      | must not contain any of * ? { } ; %: /a;b
            http.max-request-size          | 0     | Http      | must be from 1 byte to 1 GB: 0B
            http.max-request-size          | 2GB   | Http      | must be from 1 byte to 1 GB: 2147483648B
            http.max-request-size          | 1073741825 | Http | must be from 1 byte to 1 GB: 1073741825B
            http.read-timeout              | 0     | Http      | must be at least 1ms: PT0S
            http.read-timeout              | 36501d | Http     | must be at most 36500d: PT876024H
            http.read-timeout              | PT9223372036854775807S | Http | must be at most 36500d: PT2562047788015215H30M7S
            http.sse.write-timeout         | 36501d | Sse      | must be at most 36500d: PT876024H
            http.sse.keep-alive            | 36501d | Sse      | must be at most 36500d: PT876024H
            http.max-depth                 | 9     | Http      | must be from 10 to 500: 9
            http.max-depth                 | 501   | Http      | must be from 10 to 500: 501
            http.sse.max-listening-streams | 0     | Sse       | must be at least 1: 0
            http.sse.max-listening-streams-per-caller | 0 | Sse | must be at least 1: 0
            tools.page-size                | 0     | Tools     | must be at least 1: 0
            tools.timeout                  | -1s   | Tools     | must be at least 0s: PT-1S
            tools.max-collected            | 0     | Tools     | must be at least 1: 0
            execution.pool.max-size | 0     | ExecutionProperties$Pool | must be at least 1: 0
            execution.pool.queue-capacity | -1    | ExecutionProperties$Pool | must be from 0 to 2147483647: -1
            execution.max-concurrency | 0    | ExecutionProperties | must be at least 1: 0
            prompts.page-size              | 0     | Prompts   | must be at least 1: 0
            resources.page-size            | 0     | Resources | must be at least 1: 0
            resources.max-size             | 0     | Resources | must be from 1 byte to 1 GB: 0B
            limits.max-text-size           | 0     | LimitProperties | must be from 1 byte to 1 GB: 0B
            limits.text-warning-size       | -1    | LimitProperties | must not be negative: -1B
            resources.max-size             | 2GB   | Resources | must be from 1 byte to 1 GB: 2147483648B
            tasks.ttl                      | 999ms | Tasks     | must be at least 1s: PT0.999S
            tasks.max-active               | 0     | Tasks     | must be at least 1: 0
            cache.ttl                      | -1s   | Cache     | must be at least 0s: PT-1S
            session.max-age                | 999ms | Session   | must be at least 1s: PT0.999S
            session.max-age                | 36501d | Session  | must be at most 36500d: PT876024H
            """)
    void anInvalidValueIsRefused(String name, String value, String type, String reason) {
        String property = "mcp.server." + name;
        assertThat(description(property + "=" + value)).isEqualToNormalizingNewlines("""
                Failed to bind properties under '%s' to io.mcpspring.autoconfigure.%s:

                    Reason: java.lang.IllegalArgumentException: %s %s""".formatted(
                        property.substring(0, property.lastIndexOf('.')),
                        type.contains("Properties") ? type : "McpServerProperties$" + type,
                        property,
                        reason));
    }

    @Test
    void issuersWithoutTheLibraryThatValidatesTheirTokensStopTheStart() {
        Runners.reactive()
                .withPropertyValues("mcp.server.security.issuers=https://login.acme.example")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(McpConfigurationException.class)
                        .hasMessage("mcp.server.security.issuers needs the OAuth 2.0 resource server of Spring Boot,"
                                + " which is not on the class path."));
    }

    @Test
    void theLargestValuesAreAccepted() {
        Runners.reactive()
                .withPropertyValues(
                        "mcp.server.http.max-request-size=1GB",
                        "mcp.server.http.read-timeout=36500d",
                        "mcp.server.http.sse.buffer-size=1GB",
                        "mcp.server.http.sse.keep-alive=36500d",
                        "mcp.server.http.sse.write-timeout=36500d",
                        "mcp.server.limits.max-text-size=1GB",
                        "mcp.server.resources.max-size=1GB",
                        "mcp.server.tools.timeout=36500d")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void anInvalidValueStopsTheServer() {
        Runners.reactive()
                .withPropertyValues("mcp.server.http.path=mcp")
                .run(context -> assertThat(FailureTexts.of(context).getDescription())
                        .endsWith("mcp.server.http.path must begin with a slash: mcp"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "example.com",
                "example.com:8080",
                "null",
                "//example.com",
                "https:example.com",
                "https://",
                "https://example.com/app",
                "https://ada@example.com",
                "https://example.com?",
                "https://*.example.com",
                "*",
                "https://a.example https://b.example"
            })
    void anInvalidOriginStopsTheApplication(String origin) {
        assertThat(description("mcp.server.http.allowed-origins=https://app.example," + origin))
                .isEqualToNormalizingNewlines("""
                Failed to bind properties under 'mcp.server.http' to \
                io.mcpspring.autoconfigure.McpServerProperties$Http:

                    Reason: java.lang.IllegalArgumentException: mcp.server.http.allowed-origins must be origins, \
                such as https://app.example.com; allowed-origin-patterns has patterns: %s""".formatted(origin));
    }

    @Test
    void anInvalidPatternOfOriginsStopsTheApplication() {
        assertThat(description("mcp.server.http.allowed-origin-patterns=https://*.app.example/x"))
                .contains("mcp.server.http.allowed-origin-patterns must be patterns such as https://*.example.com:"
                        + " https://*.app.example/x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://a.example", "a.example/mcp", "*.a.example", "*"})
    void anInvalidHostStopsTheApplication(String host) {
        assertThat(description("mcp.server.http.allowed-hosts=b.example:8443,[::1]," + host))
                .endsWith("mcp.server.http.allowed-hosts must be hosts without scheme and patterns, such as"
                        + " mcp.example.com:8443: " + host);
    }

    @Test
    void aServerWithoutRevisionsDoesNotStart() {
        assertThat(description("mcp.server.protocol-versions=")).isEqualToNormalizingNewlines("""
                Failed to bind properties under 'mcp.server' to io.mcpspring.autoconfigure.McpServerProperties:

                    Reason: java.lang.IllegalArgumentException: mcp.server.protocol-versions must name at least one \
                revision""");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [a b].tags=x    | The name of a toolset must consist of the characters A-Z a-z 0-9 _ -: 'a b'
            reader.tags=    | The toolset 'reader' must have tags, none of which is blank
            reader.tags=x,, | The toolset 'reader' must have tags, none of which is blank
            """)
    void anInvalidToolsetStopsTheApplication(String toolset, String reason) {
        assertThat(description("mcp.server.toolsets." + toolset)).isEqualToNormalizingNewlines("""
                Failed to bind properties under 'mcp.server' to io.mcpspring.autoconfigure.McpServerProperties:

                    Reason: java.lang.IllegalArgumentException: %s""".formatted(reason));
    }

    @Test
    void anIconWithoutSourceStopsTheApplication() {
        assertThat(description("mcp.server.icons[0].theme=dark")).isEqualToNormalizingNewlines("""
                Failed to bind properties under 'mcp.server.icons[0]' to \
                io.mcpspring.autoconfigure.IconProperties:

                    Reason: java.lang.IllegalArgumentException: mcp.server.icons must have a src for each icon""");
    }

    @Test
    void anUnknownRevisionStopsTheApplicationWithAListOfTheKnownOnes() {
        Runners.properties()
                .withPropertyValues("mcp.server.protocol-versions=2025-11-25,2024-11-05")
                .run(context -> {
                    FailureAnalysis analysis = FailureTexts.of(context);
                    assertThat(analysis.getDescription())
                            .startsWith("Failed to bind properties under 'mcp.server.protocol-versions' to")
                            .contains("'2024-11-05' is not a supported revision of the protocol; use one of"
                                    + " [2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28]");
                    assertThat(analysis.getAction())
                            .contains("2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
                            .doesNotContain("2024-11-05", "V2025");
                });
    }

    @Test
    void anUnknownEnumValueStopsTheApplicationWithAListOfTheKnownOnes() {
        Runners.properties()
                .withPropertyValues("mcp.server.tools.unknown-arguments=keep")
                .run(context -> assertThat(FailureTexts.of(context).getAction()).contains("REJECT", "IGNORE"));
    }

    private static String description(String property) {
        String[] description = new String[1];
        Runners.properties()
                .withPropertyValues(property)
                .run(context -> description[0] = FailureTexts.of(context).getDescription());
        return description[0];
    }
}
