package io.mcpspring.http;

import io.mcpspring.exchange.RequestHeaders;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.util.ConcurrentLruCache;

/** The media types that a client accepts for the response. */
record Accepts(boolean json, boolean stream) {

    private static final Accepts BOTH = new Accepts(true, true);

    /** What the specification demands of clients, in the form in which nearly all of them send it. */
    private static final String USUAL = "application/json, text/event-stream";

    private static final ConcurrentLruCache<String, Accepts> PARSED = new ConcurrentLruCache<>(64, Accepts::parse);

    /** @throws RequestRefusedException 406 if the client accepts neither of the two types */
    static Accepts of(RequestHeaders headers) {
        String first = headers.first(HttpHeaders.ACCEPT);
        // Further headers change nothing.
        if (first == null || first.equals(USUAL)) {
            return BOTH;
        }
        List<String> values = headers.all(HttpHeaders.ACCEPT);
        Accepts accepts = PARSED.get(values.size() == 1 ? first : String.join(",", values));
        if (!accepts.json && !accepts.stream) {
            throw RequestRefusedException.of(
                    HttpStatus.NOT_ACCEPTABLE,
                    "Accept must allow application/json or text/event-stream, and should allow both");
        }
        return accepts;
    }

    private static Accepts parse(String header) {
        try {
            List<MediaType> types = MediaType.parseMediaTypes(header);
            return types.isEmpty()
                    ? BOTH
                    : new Accepts(
                            includes(types, MediaType.APPLICATION_JSON), includes(types, MediaType.TEXT_EVENT_STREAM));
        } catch (InvalidMediaTypeException | NumberFormatException ex) {
            // MediaType does not check the number after 'Q='.
            return new Accepts(false, false);
        }
    }

    private static boolean includes(List<MediaType> types, MediaType wanted) {
        return types.stream().anyMatch(type -> type.includes(wanted) && type.getQualityValue() > 0);
    }
}
