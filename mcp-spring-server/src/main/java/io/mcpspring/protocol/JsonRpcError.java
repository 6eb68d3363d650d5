package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.mcpspring.Internal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why a request failed. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Internal
public record JsonRpcError(
        int code, String message, @Nullable Object data) {

    public static final int PARSE_ERROR = -32700;
    public static final int INVALID_REQUEST = -32600;
    public static final int METHOD_NOT_FOUND = -32601;
    public static final int INVALID_PARAMS = -32602;
    public static final int INTERNAL_ERROR = -32603;
    public static final int UNAVAILABLE = -32000;
    public static final int RESOURCE_NOT_FOUND = -32002;
    public static final int HEADER_MISMATCH = -32020;
    public static final int MISSING_CLIENT_CAPABILITY = -32021;
    public static final int UNSUPPORTED_PROTOCOL_VERSION = -32022;
    public static final int URL_ELICITATION_REQUIRED = -32042;

    /**
     * The {@code data} of the error for a caller who may not use an entry because its token lacks scopes. At the HTTP
     * boundary it is answered with 403 and a challenge that names the scopes.
     *
     * @param requiredScopes all scopes of the operation, including those that the caller has
     */
    public record RequiredScopes(List<String> requiredScopes) {}

    public JsonRpcError(int code, String message) {
        this(code, message, null);
    }

    /** Returns all scopes of the operation, if the request failed because the caller lacks some of them. */
    public List<String> requiredScopes() {
        return data instanceof RequiredScopes required ? required.requiredScopes() : List.of();
    }
}
