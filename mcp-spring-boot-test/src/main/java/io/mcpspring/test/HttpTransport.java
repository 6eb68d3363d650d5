package io.mcpspring.test;

import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/** Sends HTTP requests to the endpoint. */
interface HttpTransport {

    /**
     * Posts a message.
     *
     * @param timeout how long a reader of the reply waits for its status and headers
     */
    default HttpReply post(HttpHeaders headers, byte[] body, Duration timeout) {
        return exchange(HttpMethod.POST, headers, body, timeout);
    }

    /** Opens the stream of a session. */
    default HttpReply get(HttpHeaders headers, Duration timeout) {
        return exchange(HttpMethod.GET, headers, new byte[0], timeout);
    }

    HttpReply exchange(HttpMethod method, HttpHeaders headers, byte[] body, Duration timeout);
}
