package io.mcpspring.http;

import io.mcpspring.connection.ClientWriter;
import io.mcpspring.protocol.MessageBytes;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.CollectionUtils;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * A response with a JSON body. Writes its headers directly: those of Spring's builder are copied from a map that costs
 * as much memory as a small body.
 *
 * @param additional headers besides those of the body
 */
record JsonResponse(HttpStatus statusCode, Map<String, String> additional, MessageBytes body, ClientWriter writer)
        implements ServerResponse {

    @Override
    public HttpHeaders headers() {
        HttpHeaders headers = new HttpHeaders();
        addTo(headers);
        return HttpHeaders.readOnlyHttpHeaders(headers);
    }

    @Override
    public MultiValueMap<String, ResponseCookie> cookies() {
        return CollectionUtils.unmodifiableMultiValueMap(new LinkedMultiValueMap<>());
    }

    @Override
    public Mono<Void> writeTo(ServerWebExchange exchange, Context context) {
        ServerHttpResponse response = exchange.getResponse();
        response.setStatusCode(statusCode);
        addTo(response.getHeaders());
        return writer.write(body, response);
    }

    private void addTo(HttpHeaders headers) {
        additional.forEach(headers::set);
        headers.setContentType(MediaType.APPLICATION_JSON);
        headers.setContentLength(body.size());
    }
}
