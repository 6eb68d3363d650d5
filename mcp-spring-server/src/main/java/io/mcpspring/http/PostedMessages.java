package io.mcpspring.http;

import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.RequestId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a POST.
 *
 * @param messages the messages; an invalid element of a batch is represented by the failure that answers it
 * @param batch whether the body is an array
 */
record PostedMessages(List<JsonRpcMessage> messages, boolean batch) {

    /** Returns the message if it is a single request. */
    Optional<JsonRpcRequest> singleRequest() {
        return !batch && messages.get(0) instanceof JsonRpcRequest request ? Optional.of(request) : Optional.empty();
    }

    /** Returns the id of the single request; {@code null} if there is none. */
    @Nullable
    RequestId requestId() {
        return singleRequest().map(JsonRpcRequest::id).orElse(null);
    }
}
