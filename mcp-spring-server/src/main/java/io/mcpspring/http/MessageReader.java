package io.mcpspring.http;

import io.mcpspring.memory.CountedParser;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.protocol.Utf8;
import io.mcpspring.server.RequestParams;
import io.mcpspring.validation.Quoted;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads a body as JSON-RPC in one strict pass. */
final class MessageReader {

    /** The members of a message that servers and gateways evaluate. */
    private static final List<String> ENVELOPE = List.of("jsonrpc", "id", "method", "params", "result", "error");

    /** The members of parameters that servers and gateways evaluate. */
    private static final List<String> PARAMS = List.of("_meta", "name", "arguments", "uri", "taskId");

    private static final int MAX_BATCH = 100;

    /** Maximum size of {@code _meta}, which is kept as long as the request runs. */
    private static final int MAX_META_BYTES = 16 * 1024;

    private final ObjectReader reader;

    private final JsonLimits limits;

    MessageReader(JsonLimits limits) {
        this.limits = limits;
        this.reader = limits.reader();
    }

    /**
     * Reads a body.
     *
     * @param memory the memory of the body, from which that of its tree is taken, too
     * @throws RequestRefusedException 400 if the body is not JSON, its single message not JSON-RPC, or its batch too
     *     large or empty; 503 if the memory does not suffice
     */
    PostedMessages read(byte[] body, RequestMemory memory) {
        JsonNode json = parse(body, memory);
        boolean large = body.length > MAX_META_BYTES;
        if (!json.isArray()) {
            return new PostedMessages(List.of(message(json, large)), false);
        }
        if (json.isEmpty() || json.size() > MAX_BATCH) {
            throw RequestRefusedException.badRequest("A batch must have 1 to " + MAX_BATCH + " messages");
        }
        List<JsonRpcMessage> messages = new ArrayList<>(json.size());
        json.forEach(element -> messages.add(element(element, large)));
        return new PostedMessages(messages, true);
    }

    private JsonNode parse(byte[] body, RequestMemory memory) {
        if (!isText(body)) {
            throw unreadable("The body is not UTF-8");
        }
        if (Utf8.hasHalfCharacter(body)) {
            throw unreadable("The body has half of a surrogate pair, such as '\\ud83d' alone");
        }
        try (CountedParser parser = new CountedParser(reader.createParser(body), memory, BodyLimits::busy)) {
            JsonNode json = reader.readTree(parser);
            if (json == null) {
                throw unreadable("The body is empty");
            }
            parser.count(1);
            return json;
        } catch (StreamConstraintsException | NumberFormatException ex) {
            throw RequestRefusedException.badRequest("The body exceeds a limit: nesting of " + limits.maxDepth()
                    + " levels, numbers of 1000 digits and exponents up to " + JsonLimits.MAX_EXPONENT
                    + ", names of 50000 characters, " + limits.maxTokens()
                    + " values");
        } catch (StreamReadException ex) {
            throw unreadable("The body is not valid JSON" + position(ex));
        } catch (JacksonException ex) {
            throw unreadable(
                    "The body must be one JSON value, and its objects must not have a member twice" + position(ex));
        }
    }

    // The JSON parser would also accept other encodings and some malformed input.
    private static boolean isText(byte[] body) {
        boolean ascii = true;
        for (byte character : body) {
            if (character == 0) {
                return false;
            }
            ascii &= character > 0;
        }
        return ascii || Utf8.decoded(body) != null;
    }

    private static RequestRefusedException unreadable(String message) {
        return new RequestRefusedException(HttpStatus.BAD_REQUEST, new JsonRpcError(JsonRpcError.PARSE_ERROR, message));
    }

    private static String position(JacksonException ex) {
        TokenStreamLocation location = ex.getLocation();
        return location == null ? "" : ", line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    // An invalid element of a batch gets a separate response; the other elements are served.
    private static JsonRpcMessage element(JsonNode json, boolean large) {
        try {
            return message(json, large);
        } catch (RequestRefusedException refusal) {
            return refusal.failure();
        }
    }

    private static JsonRpcMessage message(JsonNode json, boolean large) {
        if (!(json instanceof ObjectNode object)) {
            throw RequestRefusedException.badRequest("A JSON-RPC message must be an object");
        }
        JsonNode id = object.get("id");
        RequestId readableId = id != null && RequestId.isValid(id) ? new RequestId(id) : null;
        if (!"2.0".equals(object.path("jsonrpc").stringValue(null))) {
            throw invalid("'jsonrpc' must be the string \"2.0\"", readableId);
        }
        if (id != null && readableId == null) {
            throw RequestRefusedException.badRequest(
                    "'id' must be a string or an integer of at most " + RequestId.MAX_CHARACTERS + " characters");
        }
        checkNames(object, ENVELOPE, readableId);
        return object.has("method") ? call(object, readableId, large) : response(object, readableId);
    }

    private static RequestRefusedException invalid(String problem, @Nullable RequestId id) {
        return RequestRefusedException.badRequest(problem).to(id);
    }

    private static JsonRpcMessage call(ObjectNode object, @Nullable RequestId id, boolean large) {
        String method = object.path("method").stringValue(null);
        if (method == null) {
            throw invalid("'method' must be a string", id);
        }
        JsonNode params = object.path("params");
        if (!params.isObject() && !RequestParams.isAbsent(params) && !RequestParams.isEmptyArray(params)) {
            throw invalid("'params' must be an object", id);
        }
        ObjectNode members = params instanceof ObjectNode given ? given : JsonNodeFactory.instance.objectNode();
        checkNames(members, PARAMS, id);
        if (large && members.path("_meta").toString().getBytes(StandardCharsets.UTF_8).length > MAX_META_BYTES) {
            throw invalid("'_meta' must not be larger than " + MAX_META_BYTES + " bytes", id);
        }
        return id == null ? new JsonRpcNotification(method, members) : new JsonRpcRequest(id, method, members);
    }

    // A gateway that ignores the case of names would understand the message differently from the server.
    private static void checkNames(ObjectNode object, List<String> names, @Nullable RequestId id) {
        for (String name : object.propertyNames()) {
            for (String expected : names) {
                if (expected.equalsIgnoreCase(name) && !expected.equals(name)) {
                    throw invalid("'" + Quoted.of(name) + "' must be spelled '" + expected + "'", id);
                }
            }
        }
    }

    private static boolean hasBothOrNone(JsonNode response, BiPredicate<JsonNode, String> has) {
        return has.test(response, "result") == has.test(response, "error");
    }

    // Some clients send the other member, too, as null.
    private static JsonRpcMessage response(ObjectNode object, @Nullable RequestId id) {
        if (id == null || hasBothOrNone(object, JsonNode::has) && hasBothOrNone(object, JsonNode::hasNonNull)) {
            throw invalid("A message must have 'method', or 'id' and either 'result' or 'error'", id);
        }
        return new JsonRpcResponse.FromClient(id, object);
    }
}
