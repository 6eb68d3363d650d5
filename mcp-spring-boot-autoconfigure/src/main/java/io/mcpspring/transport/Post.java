package io.mcpspring.transport;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * One POST at the endpoint, read.
 *
 * @param payload its messages
 * @param headers its headers, as they were when it arrived
 * @param accepts in which forms the client takes the answer
 * @param user identifies the authenticated user, if there is one
 * @param attributes what methods may ask of the request, by type
 */
record Post(
        Payload payload,
        HttpHeaders headers,
        Accepts accepts,
        @Nullable String user,
        Map<Class<?>, Object> attributes) {

    /** The value of a header without the white space around it; {@code null} if it is absent. */
    @Nullable
    String header(String name) {
        List<String> values = this.headers.getOrEmpty(name);
        return values.isEmpty() ? null : values.get(0).strip();
    }

    /** The same without its messages, for what lasts longer than they are needed. */
    Post withoutMessages() {
        return new Post(new Payload(List.of(), payload.batch()), headers, accepts, user, attributes);
    }
}
