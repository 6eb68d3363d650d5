package io.mcpspring.contract.controller;

import io.mcpspring.support.TestServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.springframework.http.HttpMethod;

/** A client of the same application that does not know MCP. */
record Http(TestServer server) {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    HttpResponse<String> get(String path) {
        return send(HttpMethod.GET, path, "");
    }

    /** Sends a body as JSON, unless it is empty. */
    HttpResponse<String> send(HttpMethod method, String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + path))
                .header("Accept", "application/json, */*;q=0.8")
                .method(method.name(), HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
