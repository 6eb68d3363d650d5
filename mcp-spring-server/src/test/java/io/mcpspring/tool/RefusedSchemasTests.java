package io.mcpspring.tool;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.TreeNode;
import com.google.protobuf.MessageLiteOrBuilder;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.method.CommonTexts;
import io.mcpspring.method.FactoryContext;
import io.mcpspring.method.OfferedMethods;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.schema.UnwritableKind;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Future;
import jakarta.validation.constraints.Min;
import java.awt.Point;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.json.JSONObject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.Resource;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.ser.std.ToStringSerializer;
import tools.jackson.databind.util.StdConverter;

/** The complete texts for tools without a valid schema. */
class RefusedSchemasTests {

    private static final String DECLARE_HEADERS = "Declare headers with distinct names of letters, digits and hyphens,"
            + " for strings, integers and booleans that are reachable through properties alone.";

    private final FactoryContext context = new FactoryContext();

    private final OfferedMethods<McpTool> tools = new OfferedMethods<>(
            McpTool.class, (annotation, method) -> TestTools.register(context, annotation, method));

    @AfterEach
    void close() {
        context.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            file()                 | PATH     | Type java.io.File
            paths()                | PATH     | Type java.nio.file.Path
            pathAsText()           | PATH     | Type java.nio.file.Path
            fileInsideText()       | PATH     | Property 'file' of Report: type java.io.File
            fileUnderAnotherType() | PATH     | Property 'file' of Report: type java.io.File
            filesAsKeys()          | PATH     | Type java.io.File
            fileInside()           | PATH     | Property 'file' of Report: type java.io.File
            stream()               | STREAM   | Type java.io.InputStream
            reader()               | STREAM   | Type java.io.BufferedReader
            future()               | LATER    | Type java.util.concurrent.Future
            monoInside()           | LATER    | Property 'later' of Pending: type reactor.core.publisher.Mono
            deferred()             | LATER    | Type org.springframework.web.context.request.async.DeferredResult
            asyncTask()            | LATER    | Type org.springframework.web.context.request.async.WebAsyncTask
            emitter()              | OBJECT   | Type org.springframework.web.servlet.mvc.method.annotation.SseEmitter
            view()                 | OBJECT   | Type org.springframework.web.servlet.ModelAndView
            tree()                 | FOREIGN  | Type io.mcpspring.tool.RefusedSchemasTests$Results$Tree
            treeInside()           | FOREIGN  | Property 'tree' of Document: type io.mcpspring.tool.RefusedSchemasTests$Results$Tree
            message()              | FOREIGN  | Type io.mcpspring.tool.RefusedSchemasTests$Results$Message
            messages()             | FOREIGN  | Type io.mcpspring.tool.RefusedSchemasTests$Results$Message
            jsonObject()           | FOREIGN  | Type org.json.JSONObject
            imageInside()          | CONTENT  | Property 'image' of Chart: type java.awt.image.BufferedImage
            resources()            | CONTENT  | Type org.springframework.core.io.Resource
            point()                | OBJECT   | Type java.awt.Point
            rows()                 | OBJECT   | Type java.sql.ResultSet
            socket()               | OBJECT   | Type java.net.Socket
            request()              | OBJECT   | Type org.springframework.http.server.reactive.ServerHttpRequest
            responses()            | OBJECT   | Type org.springframework.http.ResponseEntity
            optionalResponses()    | OBJECT   | Type org.springframework.http.ResponseEntity
            responseInResponse()   | OBJECT   | Type org.springframework.http.ResponseEntity
            supplier()             | FUNCTION | Type java.util.function.Supplier
            callables()            | FUNCTION | Type java.util.concurrent.Callable
            elements()             | OBJECT   | Type java.util.Enumeration
            token()                | OBJECT   | Type org.springframework.security.oauth2.jwt.Jwt
            failure()              | OBJECT   | Property 'failure' of Attempt: type java.lang.Exception
            results()              | RESULT   | Type io.mcpspring.protocol.CallToolResult
            resultFlux()           | RESULT   | Type io.mcpspring.protocol.CallToolResult
            questions()            | RESULT   | Type io.mcpspring.exchange.InputRequired
            """)
    void refusesAnUnwritableResult(String method, UnwritableKind kind, String place) {
        tools.assertRefused(Results.class, method, kind.reason(place), kind.cure());
    }

    @ParameterizedTest
    @ValueSource(strings = {"monoInMono()", "monoInOptional()", "monoInResponse()"})
    void refusesAReactiveTypeWithinAnotherType(String method) {
        tools.assertRefused(Results.class, method, CommonTexts.REACTIVE_INSIDE, CommonTexts.ONE_REACTIVE);
    }

    @ParameterizedTest
    @ValueSource(classes = {WritesPath.class, ReturnsChosenFormsOfFailures.class, ReturnsDataThatIsAFunction.class})
    void acceptsResultsThatTheApplicationSerializes(Class<?> beanClass) {
        tools.assertAccepted(beanClass);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            load(String, Runnable) | Parameter 'data': type java.lang.Runnable cannot be read from JSON: it is abstract and Jackson does not know which type to create.
            stop(List)             | Parameter 'threads': type java.lang.Thread cannot be read from JSON: Jackson has no deserializer for it.
            """)
    void refusesAnUnreadableParameter(String method, String reason) {
        tools.assertRefused(
                Declarations.class,
                method,
                reason,
                "Use a type that Jackson can read, configure Jackson to read it (for"
                        + " instance with @JsonTypeInfo or @JsonCreator), or take the value from an injected parameter,"
                        + " such as a bean with @Autowired.");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            tree(Document)    | Parameter 'document': property 'tree' of Document: type io.mcpspring.tool.RefusedSchemasTests$Results$Tree
            message(List)     | Parameter 'messages': type io.mcpspring.tool.RefusedSchemasTests$Results$Message
            json(JSONObject)  | Parameter 'json': type org.json.JSONObject
            """)
    void refusesAParameterOfAnotherLibrary(String method, String type) {
        tools.assertRefused(
                OfOtherLibraries.class,
                method,
                type + " cannot be read from JSON: Jackson has no deserializer for it.",
                "Use a type that Jackson can read, configure Jackson to read it (for"
                        + " instance with @JsonTypeInfo or @JsonCreator), or take the value from an injected parameter,"
                        + " such as a bean with @Autowired.");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            linkInside(Link)     | Parameter 'link': property 'target' of Link: type java.net.URL
            linksAsKeys(Links)   | Parameter 'links': property 'visits' of Links: type java.net.URL
            hostInside(Hosts)    | Parameter 'hosts': property 'addresses' of Hosts: type java.net.InetAddress
            socketInside(Remote) | Parameter 'remote': property 'address' of Remote: type java.net.InetSocketAddress
            """)
    void refusesAnArgumentWhoseHostTheServerWouldLookUp(String method, String type) {
        tools.assertRefused(
                LookingUp.class,
                method,
                type + " cannot be an argument: the server would look up the host that the client names.",
                "Use a java.net.URI or a String.");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            urls(Set)                  | java.util.Set  | java.net.URL
            url(URL)                   | java.net.URL   | java.net.URL
            addresses(List)            | java.util.List | java.net.InetAddress
            """)
    void refusesAParameterWhoseHostTheServerWouldLookUp(String method, String parameter, String type) {
        tools.assertRefused(
                LookingUp.class,
                method,
                "Parameter 1 (" + parameter + ") cannot be an argument: the client cannot supply a " + type + ".",
                "Take a java.net.URI or a String instead: the server would look up the host that the client names.");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            places(Map)      | Parameter 'places': type java.util.Map cannot be read from JSON: Cannot find a (Map) Key deserializer for type [simple type, class io.mcpspring.tool.RefusedSchemasTests$Place].
            nested(Atlas)    | Parameter 'atlas': type io.mcpspring.tool.RefusedSchemasTests$Unfillable$Atlas cannot be read from JSON: Cannot find a (Map) Key deserializer for type [simple type, class io.mcpspring.tool.RefusedSchemasTests$Place].
            lists(Map)       | Parameter 'lists': type java.util.Map cannot be read from JSON: Cannot find a (Map) Key deserializer for type [collection type; class java.util.List, contains [simple type, class java.lang.String]].
            fixed(Fixed)     | Parameter 'fixed': type io.mcpspring.tool.RefusedSchemasTests$Fixed cannot be read from JSON: it has no constructor that Jackson can use.
            fixedMap(List)   | Parameter 'maps': type io.mcpspring.tool.RefusedSchemasTests$FixedMap cannot be read from JSON: it has no constructor that Jackson can use.
            """)
    void refusesAParameterThatNoCallCouldFill(String method, String reason) {
        tools.assertRefused(
                Unfillable.class,
                method,
                reason,
                "Use a type that Jackson can read, configure Jackson to read it (for"
                        + " instance with @JsonTypeInfo or @JsonCreator), or take the value from an injected parameter,"
                        + " such as a bean with @Autowired.");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            header(Headed)          | Parameter 'headed': @McpToolParam of property 'region' of Headed has a header, or a defaultValue on a setter. | Repeat a parameter of the method in the header, and give fields initial values.
            setter(Defaulting)      | Parameter 'defaulting': @McpToolParam of property 'region' of Defaulting has a header, or a defaultValue on a setter. | Repeat a parameter of the method in the header, and give fields initial values.
            unfit(Unfit)            | Parameter 'unfit': property 'number' of Unfit: the default value 'many' must be a whole number, got string "many". | Give a default that fits the type.
            """)
    void refusesAPropertyWhoseAnnotationCannotBeApplied(String method, String reason, String cure) {
        tools.assertRefused(Annotated.class, method, reason, cure);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            member(Code)     | Parameter 'code': property 'text' of Code: the annotation com.fasterxml.jackson.databind.annotation.JsonDeserialize
            type(Person)     | Parameter 'person': the annotation com.fasterxml.jackson.databind.annotation.JsonNaming
            subtype(Party)   | Parameter 'party': the annotation com.fasterxml.jackson.databind.annotation.JsonNaming
            memberOfResult() | Property 'number' of Card: the annotation com.fasterxml.jackson.databind.annotation.JsonSerialize
            typeOfResult()   | The annotation com.fasterxml.jackson.databind.annotation.JsonNaming
            text()           | Property 'number' of Card: the annotation com.fasterxml.jackson.databind.annotation.JsonSerialize
            """)
    void refusesAnAnnotationOfJackson2(String method, String annotation) {
        tools.assertRefused(
                OfJackson2.class,
                method,
                annotation + " is of Jackson 2 and has no effect.",
                "Import that of tools.jackson.databind.annotation.");
    }

    @Test
    void acceptsAnAnnotationOfJackson2ThatIsOfNoUseOrBesideThatOfJackson3() {
        tools.assertAccepted(OfBothJacksons.class);
    }

    @Test
    void acceptsKeysThatAreReadFromNames() {
        tools.assertAccepted(WithKeys.class);
    }

    @Test
    void refusesStructuredContentForContent() {
        tools.assertRefused(
                Declarations.class,
                "noContent()",
                "It cannot have structured content, because it returns content or nothing.",
                "Remove structured, or give the type as outputType.");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            defaultOfAnotherType(int) | Parameter 'limit': the default value '1.5' must be a whole number, got number 1.5.
            defaultOutOfRange(int)    | Parameter 'limit': the default value '3000000000' must be a whole number from -2147483648 to 2147483647, got number 3000000000.
            """)
    void refusesADefaultValueThatDoesNotFit(String method, String reason) {
        tools.assertRefused(Declarations.class, method, reason, "Give a default that fits the type.");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            listInHeader(List)          | Argument 'ids' cannot be repeated in a header, because it is not a string, an integer or a boolean.
            sameHeaders(String, String) | Arguments 'region' and 'area' are repeated in the same header.
            namelessHeader(String)      | The header 'X Y' of argument 'region' does not have a valid name.
            """)
    void refusesAnArgumentThatCannotBeRepeatedInAHeader(String method, String reason) {
        tools.assertRefused(Declarations.class, method, reason, DECLARE_HEADERS);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            constrained(Instant)        | @Future needs a validator, but there is none.
            constrainedInside(Reminder) | @Valid needs a validator, but there is none.
            """)
    void refusesAConstraintThatNeedsAMissingValidator(String method, String reason) {
        tools.assertRefused(
                Declarations.class, method, reason, "Add spring-boot-starter-validation, or remove the constraint.");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            missingSchema(String)    | Its schema class path resource [schemas/missing.json] cannot be read.
            unreadableSchema(String) | Its schema class path resource [META-INF/spring.factories] cannot be read.
            """)
    void refusesASchemaThatCannotBeRead(String method, String reason) {
        tools.assertRefused(
                Declarations.class,
                method,
                reason,
                "Give the location of a JSON document, such as classpath:schemas/order.json.");
    }

    @Test
    void acceptsConstraintsOfTheSchemaWithoutAValidator() {
        tools.assertAccepted(ExpressedBySchema.class);
    }

    @Test
    void acceptsEveryConstraintWithAValidator() {
        context.registerBean(LocalValidatorFactoryBean.class);
        tools.assertAccepted(Constrained.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [] | One of its schemas is not a JSON object. | Write it as an object.
            {} | Its input schema does not have "type": "object" at the root. | Add it, or use a record or a bean, because the arguments of a call are an object.
            {"type": "object", "properties": 5} \
            | The schema is not valid: at /properties: integer found, object expected. | Correct the schema.
            {"type": "object", "$ref": "https://acme.example/a"} \
            | The schema cannot be used: Schema from 'https://acme.example/a' is not allowed to be loaded. \
            | Refer only to parts of the same schema, because other documents are not loaded.
            """)
    void refusesAnInvalidInputSchema(String schema, String reason, String action) {
        assertDefinitionRefused(
                McpToolDefinition.named("find").inputSchema(JsonMapper.shared().readTree(schema)), reason, action);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type": "object", "properties": {"a": {"type": "number", "x-mcp-header": "A"}}} \
            | Argument 'a' cannot be repeated in a header, because it is not a string, an integer or a boolean.
            {"type": "object", "properties": {"a": {"type": "string", "x-mcp-header": 5}}} \
            | The header '5' of argument 'a' does not have a valid name.
            {"type": "object", "properties": {"x-mcp-header": {"type": "string", "x-mcp-header": "A"}}} \
            | Its input schema has x-mcp-header at a place that clients ignore.
            """)
    void refusesAnInputSchemaWithAnInvalidHeader(String schema, String reason) {
        assertDefinitionRefused(
                McpToolDefinition.named("find").inputSchema(JsonMapper.shared().readTree(schema)),
                reason,
                DECLARE_HEADERS);
    }

    @Test
    void refusesArgumentsThatAreNotAnObject() {
        assertDefinitionRefused(
                McpToolDefinition.named("find").inputSchema(String.class),
                "Its input schema does not have \"type\": \"object\" at the root.",
                "Add it, or use a record or a bean, because the arguments of a call are an object.");
    }

    private void assertDefinitionRefused(McpToolDefinition.Builder tool, String reason, String action) {
        McpToolDefinition definition =
                tool.call((arguments, exchange) -> "found").build();
        OfferedMethods.assertRefused(
                () -> TestTools.register(context, definition),
                RefusedSchemasTests.class,
                "call(McpArguments, McpExchange)",
                "Entry 'find': " + reason,
                action);
    }

    static class Results {

        record Report(String name, File file) {}

        record Shown(String file) {}

        record Chart(String title, BufferedImage image) {}

        record Pending(Mono<String> later) {}

        record Attempt(int number, Exception failure) {}

        static final class Tree implements TreeNode {}

        record Document(String title, Tree tree) {}

        static final class Message implements MessageLiteOrBuilder {

            public Message getDefaultInstanceForType() {
                return this;
            }
        }

        @McpTool
        DeferredResult<String> deferred() {
            return null;
        }

        @McpTool
        WebAsyncTask<String> asyncTask() {
            return null;
        }

        @McpTool
        SseEmitter emitter() {
            return null;
        }

        @McpTool
        ModelAndView view() {
            return null;
        }

        @McpTool
        Tree tree() {
            return null;
        }

        @McpTool
        List<Document> treeInside() {
            return null;
        }

        @McpTool
        Mono<Message> message() {
            return null;
        }

        @McpTool(structured = Structured.NEVER)
        Map<String, Message> messages() {
            return null;
        }

        @McpTool
        Optional<JSONObject> jsonObject() {
            return null;
        }

        @McpTool
        File file() {
            return null;
        }

        @McpTool
        List<Path> paths() {
            return null;
        }

        @McpTool(structured = Structured.NEVER)
        Path pathAsText() {
            return null;
        }

        @McpTool(structured = Structured.NEVER)
        List<Report> fileInsideText() {
            return null;
        }

        @McpTool(outputType = Shown.class)
        Report fileUnderAnotherType() {
            return null;
        }

        @McpTool
        Map<File, Long> filesAsKeys() {
            return null;
        }

        @McpTool
        List<Report> fileInside() {
            return null;
        }

        @McpTool
        InputStream stream() {
            return null;
        }

        @McpTool
        BufferedReader reader() {
            return null;
        }

        @McpTool
        java.util.concurrent.Future<String> future() {
            return null;
        }

        @McpTool
        Pending monoInside() {
            return null;
        }

        @McpTool
        Chart imageInside() {
            return null;
        }

        @McpTool
        Map<String, Resource> resources() {
            return null;
        }

        @McpTool
        Point point() {
            return null;
        }

        @McpTool
        ResultSet rows() {
            return null;
        }

        @McpTool
        Socket socket() {
            return null;
        }

        @McpTool
        Mono<ServerHttpRequest> request() {
            return null;
        }

        @McpTool
        Flux<ResponseEntity<String>> responses() {
            return null;
        }

        @McpTool
        Flux<Optional<ResponseEntity<String>>> optionalResponses() {
            return null;
        }

        @McpTool
        ResponseEntity<ResponseEntity<String>> responseInResponse() {
            return null;
        }

        @McpTool
        Supplier<String> supplier() {
            return null;
        }

        @McpTool
        List<Callable<String>> callables() {
            return null;
        }

        @McpTool
        Enumeration<String> elements() {
            return null;
        }

        @McpTool
        Jwt token() {
            return Jwt.withTokenValue("secret")
                    .header("alg", "none")
                    .claim("sub", "ada")
                    .build();
        }

        @McpTool
        Attempt failure() {
            return null;
        }

        @McpTool
        List<CallToolResult> results() {
            return null;
        }

        @McpTool
        Flux<CallToolResult> resultFlux() {
            return null;
        }

        @McpTool
        List<InputRequired> questions() {
            return null;
        }

        @McpTool
        Mono<Optional<Mono<String>>> monoInMono() {
            return null;
        }

        @McpTool
        Optional<Mono<String>> monoInOptional() {
            return null;
        }

        @McpTool
        ResponseEntity<Mono<String>> monoInResponse() {
            return null;
        }
    }

    record Place(int x, int y) {}

    record Code(String value) {}

    static class OfOtherLibraries {

        @McpTool
        void tree(Results.Document document) {}

        @McpTool
        void message(List<Results.Message> messages) {}

        @McpTool
        void json(JSONObject json) {}
    }

    static class LookingUp {

        record Link(URL target) {}

        record Links(Map<URL, Integer> visits) {}

        record Hosts(List<InetAddress> addresses) {}

        record Remote(@Nullable InetSocketAddress address) {}

        @McpTool
        void linkInside(Link link) {}

        @McpTool
        void linksAsKeys(Links links) {}

        @McpTool
        void hostInside(Hosts hosts) {}

        @McpTool
        void socketInside(Remote remote) {}

        @McpTool
        void urls(Set<URL> urls) {}

        @McpTool
        void url(URL url) {}

        @McpTool
        void addresses(List<InetAddress> addresses) {}
    }

    @SuppressWarnings("serial")
    static final class Fixed extends ArrayList<String> {

        Fixed(int size, String filler) {
            super(Collections.nCopies(size, filler));
        }
    }

    @SuppressWarnings("serial")
    static final class FixedMap extends HashMap<String, String> {

        FixedMap(int size, String filler) {
            super(size);
        }
    }

    static class Annotated {

        record Headed(@McpToolParam(header = "Region") String region) {}

        static class Defaulting {

            public void setRegion(@McpToolParam(defaultValue = "here") String region) {}
        }

        record Unfit(@McpToolParam(defaultValue = "many") int number) {}

        @McpTool
        void header(Headed headed) {}

        @McpTool
        void setter(Defaulting defaulting) {}

        @McpTool
        void unfit(Unfit unfit) {}
    }

    static class OfJackson2 {

        record Card(
                @com.fasterxml.jackson.databind.annotation.JsonSerialize(using = ToStringSerializer.class)
                String number) {}

        @com.fasterxml.jackson.databind.annotation.JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
        record Person(String firstName) {}

        @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
        @JsonSubTypes(@JsonSubTypes.Type(value = Member.class, name = "member"))
        interface Party {}

        @com.fasterxml.jackson.databind.annotation.JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
        record Member(String firstName) implements Party {}

        record Code(
                @com.fasterxml.jackson.databind.annotation.JsonDeserialize(using = ToStringSerializer.class)
                String text) {}

        @McpTool
        void member(Code code) {}

        @McpTool
        void type(Person person) {}

        @McpTool
        void subtype(Party party) {}

        @McpTool
        Card memberOfResult() {
            return null;
        }

        @McpTool
        List<Person> typeOfResult() {
            return null;
        }

        @McpTool(structured = Structured.NEVER)
        Card text() {
            return null;
        }
    }

    static class OfBothJacksons {

        @com.fasterxml.jackson.databind.annotation.JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
        @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
        record Person(
                @com.fasterxml.jackson.databind.annotation.JsonSerialize(using = ToStringSerializer.class)
                @JsonSerialize(using = ToStringSerializer.class)
                String firstName) {}

        @McpTool
        Person find(Person person) {
            return person;
        }

        @McpTool
        OfJackson2.Code use(OfJackson2.Card card) {
            return null;
        }
    }

    static class Unfillable {

        record Atlas(Map<Place, String> cities) {}

        @McpTool
        void places(Map<Place, String> places) {}

        @McpTool
        void nested(Atlas atlas) {}

        @McpTool
        void lists(Map<List<String>, String> lists) {}

        @McpTool
        void fixed(Fixed fixed) {}

        @McpTool
        void fixedMap(List<FixedMap> maps) {}
    }

    static class WithKeys {

        @McpTool
        void find(
                Map<UUID, String> byId,
                Map<LocalDate, String> byDay,
                Map<Integer, String> byNumber,
                Map<TimeUnit, String> byUnit,
                Map<Code, String> byCode,
                Map<Locale, String> byLanguage,
                EnumMap<TimeUnit, String> units,
                TreeMap<Object, String> any) {}
    }

    record Reminder(@Nullable @Future Instant at) {}

    static class Declarations {

        @McpTool
        void load(String name, Runnable data) {}

        @McpTool
        void stop(List<Thread> threads) {}

        @McpTool(structured = Structured.ALWAYS)
        Content noContent() {
            return Content.text("shown");
        }

        @McpTool
        void defaultOfAnotherType(@McpToolParam(defaultValue = "1.5") int limit) {}

        @McpTool
        void defaultOutOfRange(@McpToolParam(defaultValue = "3000000000") int limit) {}

        @McpTool
        void listInHeader(@McpToolParam(header = "Ids") List<String> ids) {}

        @McpTool
        void sameHeaders(
                @McpToolParam(header = "Region") String region, @McpToolParam(header = "region") String area) {}

        @McpTool
        void namelessHeader(@McpToolParam(header = "X Y") String region) {}

        @McpTool
        void constrained(@Future Instant at) {}

        @McpTool
        void constrainedInside(@Valid Reminder reminder) {}

        @McpTool(inputSchema = "classpath:schemas/missing.json")
        void missingSchema(String id) {}

        @McpTool(outputSchema = "classpath:META-INF/spring.factories")
        Object unreadableSchema(String id) {
            return id;
        }
    }

    static class ExpressedBySchema {

        @McpTool
        void find(@Min(1) int limit) {}
    }

    static class Constrained {

        @McpTool
        void remind(@Future Instant at) {}
    }

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
}
