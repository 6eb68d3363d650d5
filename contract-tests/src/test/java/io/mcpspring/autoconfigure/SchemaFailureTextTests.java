package io.mcpspring.autoconfigure;

import static io.mcpspring.autoconfigure.FailureTexts.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonValue;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.tool.McpToolDefinition;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Future;
import jakarta.validation.constraints.Min;
import java.awt.Point;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.core.io.Resource;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.util.StdConverter;

/** The complete texts for tools without a valid schema. */
class SchemaFailureTextTests {

    private static final String DECLARE_HEADERS = "Declare headers with distinct names of letters, digits and hyphens,"
            + " for strings, integers and booleans that are reachable through properties alone.";

    private static final String A_DOCUMENT =
            "Give the location of a JSON document, such as classpath:schemas/order.json.";

    private static final String READABLE =
            "Use a type that Jackson can read, configure Jackson to read it (for instance with"
                    + " @JsonTypeInfo or @JsonCreator), or take the value from an injected parameter.";

    private static final String VALIDATOR =
            "Add spring-boot-starter-validation, or use only constraints that a generated schema can express.";

    @Test
    void refusesAParameterOfAnUnreadableType() {
        assertRefused(
                of(Text.class),
                Text.class,
                "load(String, Runnable)",
                "Parameter 'data': type"
                        + " java.lang.Runnable cannot be read from JSON: it is abstract and Jackson does not know which type"
                        + " to create.",
                READABLE);
    }

    @Test
    void refusesAnUnreadableTypeInsideAParameter() {
        assertRefused(
                of(Threads.class),
                Threads.class,
                "stop(List)",
                "Parameter 'threads': type java.lang.Thread"
                        + " cannot be read from JSON: Jackson has no deserializer for it.",
                READABLE);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            ReturnsFile       | Type java.io.File cannot be written as JSON: it is a path of the server. | Return the file's content as a Resource, or a name that clients know as a String.
            ReturnsPaths      | Type java.nio.file.Path cannot be written as JSON: it is a path of the server. | Return the file's content as a Resource, or a name that clients know as a String.
            ReturnsPathAsText | Type java.nio.file.Path cannot be written as JSON: it is a path of the server. | Return the file's content as a Resource, or a name that clients know as a String.
            ReturnsFileInsideText | Property 'file' of Report: type java.io.File cannot be written as JSON: it is a path of the server. | Return the file's content as a Resource, or a name that clients know as a String.
            ReturnsFileUnderAnotherType | Property 'file' of Report: type java.io.File cannot be written as JSON: it is a path of the server. | Return the file's content as a Resource, or a name that clients know as a String.
            ReturnsFilesAsKeys | Type java.io.File cannot be written as JSON: it is a path of the server. | Return the file's content as a Resource, or a name that clients know as a String.
            ReturnsFileInside | Property 'file' of Report: type java.io.File cannot be written as JSON: it is a path of the server. | Return the file's content as a Resource, or a name that clients know as a String.
            ReturnsStream     | Type java.io.InputStream cannot be written as JSON: it is a stream. | Return byte[], a Resource or Content.
            ReturnsReader     | Type java.io.BufferedReader cannot be written as JSON: it is a stream. | Return byte[], a Resource or Content.
            ReturnsFuture     | Type java.util.concurrent.Future cannot be written as JSON: its value is not available yet. | Return a Mono or a CompletionStage of the whole result.
            ReturnsMonoInside | Property 'later' of Pending: type reactor.core.publisher.Mono cannot be written as JSON: its value is not available yet. | Return a Mono or a CompletionStage of the whole result.
            ReturnsImageInside | Property 'image' of Chart: type java.awt.image.BufferedImage cannot be written as JSON: it is content, which cannot be a part of JSON. | Return it alone or in a list, or return a String or byte[] instead.
            ReturnsResources  | Type org.springframework.core.io.Resource cannot be written as JSON: it is content, which cannot be a part of JSON. | Return it alone or in a list, or return a String or byte[] instead.
            ReturnsPoint      | Type java.awt.Point cannot be written as JSON: it is an object of the running server, not data. | Return the values that the client needs, for instance in a record.
            ReturnsRows       | Type java.sql.ResultSet cannot be written as JSON: it is an object of the running server, not data. | Return the values that the client needs, for instance in a record.
            ReturnsSocket     | Type java.net.Socket cannot be written as JSON: it is an object of the running server, not data. | Return the values that the client needs, for instance in a record.
            ReturnsRequest    | Type org.springframework.http.server.reactive.ServerHttpRequest cannot be written as JSON: it is an object of the running server, not data. | Return the values that the client needs, for instance in a record.
            ReturnsResponses  | It returns several responses. | Return one, or several values without them.
            ReturnsOptionalResponses | It returns several responses. | Return one, or several values without them.
            ReturnsResponseInResponse | It returns several responses. | Return one, or several values without them.
            ReturnsSupplier   | Type java.util.function.Supplier cannot be written as JSON: it is a function. | Return the value that it supplies.
            ReturnsCallables  | Type java.util.concurrent.Callable cannot be written as JSON: it is a function. | Return the value that it supplies.
            ReturnsElements   | Type java.util.Enumeration cannot be written as JSON: it is an object of the running server, not data. | Return the values that the client needs, for instance in a record.
            ReturnsFailure    | Property 'failure' of Attempt: type java.lang.Exception cannot be written as JSON: it is an object of the running server, not data. | Return the values that the client needs, for instance in a record.
            ReturnsResults    | Type io.mcpspring.protocol.CallToolResult cannot be written as JSON: it is the result of a whole call. | Return it alone, or return the values that it has.
            ReturnsResultFlux | Type io.mcpspring.protocol.CallToolResult cannot be written as JSON: it is the result of a whole call. | Return it alone, or return the values that it has.
            ReturnsQuestions  | Type io.mcpspring.exchange.InputRequired cannot be written as JSON: it is the result of a whole call. | Return it alone, or return the values that it has.
            ReturnsMonoInMono | It returns a reactive type within another type. | Return one reactive type that contains everything else.
            ReturnsMonoInOptional | It returns a reactive type within another type. | Return one reactive type that contains everything else.
            ReturnsMonoInResponse | It returns a reactive type within another type. | Return one reactive type that contains everything else.
            """)
    void refusesAnUnwritableResult(String name, String reason, String action) throws Exception {
        Class<?> tools = Class.forName(SchemaFailureTextTests.class.getName() + "$" + name);
        assertRefused(of(tools), tools, "find()", reason, action);
    }

    @Test
    void acceptsAResultThatTheApplicationSerializes() {
        of(WritesPath.class).run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void acceptsFailuresOfWhichTheApplicationChoosesTheForm() {
        of(ReturnsChosenFormsOfFailures.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void acceptsDataOfAClassThatImplementsAFunction() {
        of(ReturnsDataThatIsAFunction.class).run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void refusesStructuredContentForContent() {
        assertRefused(
                of(StructuredContent.class),
                StructuredContent.class,
                "show()",
                "It cannot have structured content, because it returns content or nothing.",
                "Remove structured, or give the type as outputType.");
    }

    @Test
    void refusesAParameterWithoutAName() {
        assertRefused(
                of(UnnamedParameters.compile()),
                "com.acme.Unnamed",
                "find(int, String)",
                "The name of parameter 2 (java.lang.String) is unknown.",
                "Compile with the flag -parameters (Maven: maven.compiler.parameters=true) or give the name with"
                        + " @McpToolParam(name = \"...\").");
    }

    @Test
    void refusesTwoParametersOfTheSameName() {
        assertRefused(
                of(SameParameters.class),
                SameParameters.class,
                "find(Integer, String)",
                "Two of its parameters have the same name.",
                "Give each a different name with @McpToolParam(name = \"...\").");
    }

    @Test
    void refusesADefaultValueOfAnotherType() {
        assertRefused(
                of(Defaults.class),
                Defaults.class,
                "find(int)",
                "Parameter 'limit': the default value '1.5' must be a whole number, got number 1.5.",
                "Give a default that fits the type.");
        assertRefused(
                of(LargeDefault.class),
                LargeDefault.class,
                "find(int)",
                "Parameter 'limit': the default value '3000000000' must be a whole number from -2147483648 to"
                        + " 2147483647, got number 3000000000.",
                "Give a default that fits the type.");
    }

    @Test
    void refusesAHeaderForAList() {
        assertRefused(
                of(HeaderOfList.class),
                HeaderOfList.class,
                "find(List)",
                "Argument 'ids' cannot be repeated in a header, because it is not a string, an integer or a boolean.",
                DECLARE_HEADERS);
    }

    @Test
    void refusesAHeaderForTwoParameters() {
        assertRefused(
                of(SameHeaders.class),
                SameHeaders.class,
                "find(String, String)",
                "Arguments 'region' and 'area' are repeated in the same header.",
                DECLARE_HEADERS);
    }

    @Test
    void refusesAHeaderWithoutAValidName() {
        assertRefused(
                of(NamelessHeader.class),
                NamelessHeader.class,
                "find(String)",
                "The header 'X Y' of argument 'region' does not have a valid name.",
                DECLARE_HEADERS);
    }

    @Test
    void refusesAConstraintThatRequiresAMissingValidator() {
        assertRefused(
                of(Constrained.class),
                Constrained.class,
                "remind(Instant)",
                "@Future needs a validator, but there is none.",
                VALIDATOR);
    }

    @Test
    void refusesANestedConstraintThatRequiresAMissingValidator() {
        assertRefused(
                of(ConstrainedInside.class),
                ConstrainedInside.class,
                "remind(Reminder)",
                "@Valid needs a validator, but there is none.",
                VALIDATOR);
    }

    @Test
    void acceptsConstraintsOfTheSchemaWithoutAValidator() {
        of(ExpressedBySchema.class).run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void acceptsEveryConstraintWithAValidator() {
        of(Constrained.class)
                .withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void refusesAMissingInputSchema() {
        assertRefused(
                of(MissingInputSchema.class),
                MissingInputSchema.class,
                "find(String)",
                "Its schema class path resource [schemas/missing.json] cannot be read.",
                A_DOCUMENT);
    }

    @Test
    void refusesAnOutputSchemaThatIsNotJson() {
        assertRefused(
                of(UnreadableOutputSchema.class),
                UnreadableOutputSchema.class,
                "find(String)",
                "Its schema class path resource [schema/README.md] cannot be read.",
                A_DOCUMENT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [] | One of its schemas is not a JSON object. | Write it as an object.
            {} | Its input schema does not have "type": "object" at the root. | Add it, because the arguments of a call are always an object.
            {"type": "object", "properties": 5} \
            | The schema is not valid: at /properties: integer found, object expected. | Correct the schema.
            {"type": "object", "$ref": "https://acme.example/a"} \
            | The schema cannot be used: Schema from 'https://acme.example/a' is not allowed to be loaded. \
            | Refer only to parts of the same schema, because other documents are not loaded.
            {"type": "object", "properties": {"a": {"type": "number", "x-mcp-header": "A"}}} \
            | Argument 'a' cannot be repeated in a header, because it is not a string, an integer or a boolean. \
            | Declare headers with distinct names of letters, digits and hyphens, for strings, integers and booleans \
            that are reachable through properties alone.
            {"type": "object", "properties": {"a": {"type": "string", "x-mcp-header": 5}}} \
            | The header '5' of argument 'a' does not have a valid name. \
            | Declare headers with distinct names of letters, digits and hyphens, for strings, integers and booleans \
            that are reachable through properties alone.
            {"type": "object", "properties": {"x-mcp-header": {"type": "string", "x-mcp-header": "A"}}} \
            | Its input schema has x-mcp-header at a place that clients ignore. \
            | Declare headers with distinct names of letters, digits and hyphens, for strings, integers and booleans \
            that are reachable through properties alone.
            """)
    void refusesAnInvalidInputSchema(String schema, String reason, String action) {
        assertDefinitionRefused(
                McpToolDefinition.named("find").inputSchema(JsonMapper.shared().readTree(schema)), reason, action);
    }

    @Test
    void refusesArgumentsThatAreNotAnObject() {
        assertDefinitionRefused(
                McpToolDefinition.named("find").inputSchema(String.class),
                "Type java.lang.String must be an object in JSON, because the arguments of a call are an object.",
                "Use a record or a bean.");
    }

    private static void assertDefinitionRefused(McpToolDefinition.Builder tool, String reason, String action) {
        McpToolDefinition definition =
                tool.call((arguments, exchange) -> "found").build();
        assertRefused(
                Runners.reactive().withBean(McpToolDefinition.class, () -> definition),
                SchemaFailureTextTests.class,
                "call(McpArguments, McpExchange)",
                "Tool 'find': " + reason,
                action);
    }

    private static ReactiveWebApplicationContextRunner of(Class<?> beans) {
        return Runners.reactive().withBean(beans);
    }

    record Reminder(@Nullable @Future Instant at) {}

    static class Text {

        @McpTool
        void load(String name, Runnable data) {}
    }

    static class Threads {

        @McpTool
        void stop(List<Thread> threads) {}
    }

    record Report(String name, File file) {}

    record Chart(String title, BufferedImage image) {}

    record Pending(Mono<String> later) {}

    static class WritesPath {

        record Place(@JsonSerialize(using = NameOnly.class) File file) {}

        static class NameOnly extends ValueSerializer<File> {

            @Override
            public void serialize(File file, JsonGenerator json, SerializationContext context) {
                json.writeString(file.getName());
            }
        }

        @McpTool
        Place find() {
            return new Place(new File("a"));
        }
    }

    static class ReturnsFilesAsKeys {

        @McpTool
        Map<File, Long> find() {
            return Map.of();
        }
    }

    /** The application chooses what is written of an exception. */
    static class ReturnsChosenFormsOfFailures {

        static final class Rejection extends RuntimeException {

            private static final long serialVersionUID = 1L;

            @JsonValue
            Map<String, String> toJson() {
                return Map.of("reason", "sold out");
            }
        }

        record Failure(String message) {}

        static final class ToFailure extends StdConverter<Exception, Failure> {

            @Override
            public Failure convert(Exception exception) {
                return new Failure(exception.getMessage());
            }
        }

        record Attempt(
                @JsonSerialize(converter = ToFailure.class) Exception failure) {}

        @McpTool
        Rejection rejection() {
            return new Rejection();
        }

        @McpTool
        Attempt attempt() {
            return new Attempt(new IllegalStateException("closed"));
        }
    }

    static class ReturnsFile {

        @McpTool
        File find() {
            return null;
        }
    }

    static class ReturnsPaths {

        @McpTool
        List<Path> find() {
            return null;
        }
    }

    static class ReturnsFileInsideText {

        @McpTool(structured = Structured.NEVER)
        List<Report> find() {
            return null;
        }
    }

    static class ReturnsFileUnderAnotherType {

        record Shown(String file) {}

        @McpTool(outputType = Shown.class)
        Report find() {
            return null;
        }
    }

    static class ReturnsPathAsText {

        @McpTool(structured = Structured.NEVER)
        Path find() {
            return null;
        }
    }

    static class ReturnsFileInside {

        @McpTool
        List<Report> find() {
            return null;
        }
    }

    static class ReturnsStream {

        @McpTool
        InputStream find() {
            return null;
        }
    }

    static class ReturnsReader {

        @McpTool
        BufferedReader find() {
            return null;
        }
    }

    static class ReturnsFuture {

        @McpTool
        java.util.concurrent.Future<String> find() {
            return null;
        }
    }

    static class ReturnsMonoInside {

        @McpTool
        Pending find() {
            return null;
        }
    }

    static class ReturnsImageInside {

        @McpTool
        Chart find() {
            return null;
        }
    }

    static class ReturnsResources {

        @McpTool
        Map<String, Resource> find() {
            return null;
        }
    }

    static class ReturnsPoint {

        @McpTool
        Point find() {
            return null;
        }
    }

    static class ReturnsRows {

        @McpTool
        ResultSet find() {
            return null;
        }
    }

    static class ReturnsSocket {

        @McpTool
        Socket find() {
            return null;
        }
    }

    static class ReturnsRequest {

        @McpTool
        Mono<ServerHttpRequest> find() {
            return null;
        }
    }

    static class ReturnsResponses {

        @McpTool
        Flux<ResponseEntity<String>> find() {
            return null;
        }
    }

    static class ReturnsOptionalResponses {

        @McpTool
        Flux<Optional<ResponseEntity<String>>> find() {
            return null;
        }
    }

    static class ReturnsResponseInResponse {

        @McpTool
        ResponseEntity<ResponseEntity<String>> find() {
            return null;
        }
    }

    static class ReturnsSupplier {

        @McpTool
        Supplier<String> find() {
            return null;
        }
    }

    static class ReturnsCallables {

        @McpTool
        List<Callable<String>> find() {
            return null;
        }
    }

    static class ReturnsElements {

        @McpTool
        Enumeration<String> find() {
            return null;
        }
    }

    static class ReturnsFailure {

        record Attempt(int number, Exception failure) {}

        @McpTool
        Attempt find() {
            return null;
        }
    }

    static class ReturnsDataThatIsAFunction {

        enum Unit implements Supplier<String> {
            METRE;

            @Override
            public String get() {
                return "m";
            }
        }

        record Length(double value, Unit unit) implements Supplier<String> {

            @Override
            public String get() {
                return value + unit.get();
            }
        }

        @McpTool
        Length find() {
            return new Length(1, Unit.METRE);
        }
    }

    static class ReturnsResults {

        @McpTool
        List<CallToolResult> find() {
            return null;
        }
    }

    static class ReturnsResultFlux {

        @McpTool
        Flux<CallToolResult> find() {
            return null;
        }
    }

    static class ReturnsQuestions {

        @McpTool
        List<InputRequired> find() {
            return null;
        }
    }

    static class ReturnsMonoInMono {

        @McpTool
        Mono<Optional<Mono<String>>> find() {
            return null;
        }
    }

    static class ReturnsMonoInOptional {

        @McpTool
        Optional<Mono<String>> find() {
            return null;
        }
    }

    static class ReturnsMonoInResponse {

        @McpTool
        ResponseEntity<Mono<String>> find() {
            return null;
        }
    }

    static class StructuredContent {

        @McpTool(structured = Structured.ALWAYS)
        Content show() {
            return Content.text("shown");
        }
    }

    static class SameParameters {

        @McpTool
        void find(
                @McpToolParam(name = "id", required = false) Integer number,
                @McpToolParam(name = "id", required = false) String name) {}
    }

    static class LargeDefault {

        @McpTool
        void find(@McpToolParam(defaultValue = "3000000000") int limit) {}
    }

    static class Defaults {

        @McpTool
        void find(@McpToolParam(defaultValue = "1.5") int limit) {}
    }

    static class HeaderOfList {

        @McpTool
        void find(@McpToolParam(header = "Ids") List<String> ids) {}
    }

    static class NamelessHeader {

        @McpTool
        String find(@McpToolParam(header = "X Y") String region) {
            return region;
        }
    }

    static class SameHeaders {

        @McpTool
        void find(@McpToolParam(header = "Region") String region, @McpToolParam(header = "region") String area) {}
    }

    static class Constrained {

        @McpTool
        void remind(@Future Instant at) {}
    }

    static class ConstrainedInside {

        @McpTool
        void remind(@Valid Reminder reminder) {}
    }

    static class ExpressedBySchema {

        @McpTool
        void find(@Min(1) int limit) {}
    }

    static class MissingInputSchema {

        @McpTool(inputSchema = "classpath:schemas/missing.json")
        void find(String id) {}
    }

    static class UnreadableOutputSchema {

        @McpTool(outputSchema = "classpath:schema/README.md")
        Object find(String id) {
            return id;
        }
    }
}
