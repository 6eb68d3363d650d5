package io.mcpspring.secured;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/** The token endpoint of the authorization server. */
final class TokenEndpoint {

    private static final Pattern ACCESS_TOKEN = Pattern.compile("\"access_token\":\"([^\"]+)\"");

    private static final String CREDENTIALS =
            Base64.getEncoder().encodeToString("client:secret".getBytes(StandardCharsets.UTF_8));

    private TokenEndpoint() {}

    /** Requests a token of the client itself for a resource. */
    static String token(String resource) {
        String body = SecuredServer.send(
                        HttpRequest.newBuilder(URI.create(SecuredServer.AUTHORIZATION.issuer() + "/oauth2/token"))
                                .header("Authorization", "Basic " + CREDENTIALS)
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .POST(HttpRequest.BodyPublishers.ofString(
                                        "grant_type=client_credentials&scope=orders:read&resource="
                                                + URLEncoder.encode(resource, StandardCharsets.UTF_8))))
                .body();
        return ACCESS_TOKEN
                .matcher(body)
                .results()
                .findFirst()
                .map(found -> found.group(1))
                .orElseThrow(() -> new AssertionError(body));
    }
}
