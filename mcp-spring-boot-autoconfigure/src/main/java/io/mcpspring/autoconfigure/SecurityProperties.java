package io.mcpspring.autoconfigure;

import io.mcpspring.McpConfigurationException;
import io.mcpspring.McpServer;
import io.mcpspring.security.Audiences;
import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.Environment;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Access to the endpoint and its entries.
 *
 * @param enabled Whether to add a filter chain for the endpoint to an application that is an OAuth 2.0 resource server.
 *     It accepts the access tokens of the application's JwtDecoder or OpaqueTokenIntrospector
 * @param open Whether the endpoint is meant to be used without authentication, so that no warning is logged
 * @param resource Public URL of the endpoint, which clients use. Derived from each request by default
 * @param audiences Audiences of access tokens to accept, in addition to the URL of the endpoint and to
 *     'spring.security.oauth2.resourceserver.jwt.audiences'
 * @param issuers Issuers of JWTs that the endpoint accepts, if there are several. Other paths of the application keep
 *     the decoder of 'spring.security.oauth2.resourceserver.jwt.issuer-uri'
 * @param authorizationServers Authorization servers to name in the metadata document for clients. By default the
 *     issuers of the JWTs. Empty if clients get their tokens in another way
 * @param scopesSupported Scopes that a client needs for basic use, which it requests at first. Named in the metadata
 *     document and in answers to requests without a valid token
 * @param listUndecided Whether lists contain the entries about which method security cannot decide before it knows the
 *     arguments of a call, for callers who are authenticated
 */
record SecurityProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("false") boolean open,
        @Nullable URI resource,
        @DefaultValue List<String> audiences,
        @DefaultValue List<String> issuers,
        @Nullable List<String> authorizationServers,
        @DefaultValue List<String> scopesSupported,
        @DefaultValue("true") boolean listUndecided) {

    /** The name of the filter chain of the endpoint, which an application can replace. */
    static final String CHAIN = "io.mcpspring.securityFilterChain";

    /** The order of the filter chain of the endpoint: before chains of the application without an order. */
    static final int CHAIN_ORDER = -10;

    private static final Pattern RESOURCE =
            Pattern.compile("(?i)https?://(\\[[0-9a-f:.]+]|[a-z0-9._-]+)(:\\d+)?(/[^?#]*)?");

    private static final String LIBRARY = "org.springframework.boot.security.oauth2.server.resource.autoconfigure"
            + ".JwkSetUriJwtDecoderBuilderCustomizer";

    SecurityProperties {
        Assert.isTrue(
                resource == null || RESOURCE.matcher(resource.toString()).matches(),
                () -> "mcp.server.security.resource must be an http or https URL with a host, and without query and"
                        + " fragment: " + resource);
        issuers.forEach(issuer -> PropertyChecks.url("mcp.server.security.issuers", issuer));
        if (authorizationServers != null) {
            authorizationServers.forEach(
                    server -> PropertyChecks.url("mcp.server.security.authorization-servers", server));
        }
        scopesSupported.forEach(scope -> PropertyChecks.scope("mcp.server.security.scopes-supported", scope));
    }

    /** Stops the start if nothing would validate the tokens of the issuers, so that the endpoint would be open. */
    void requireLibrary(@Nullable ClassLoader classLoader) {
        if (enabled && !issuers.isEmpty() && !ClassUtils.isPresent(LIBRARY, classLoader)) {
            throw new McpConfigurationException(
                    "mcp.server.security.issuers needs the OAuth 2.0 resource server of Spring Boot, which is not on"
                            + " the class path.",
                    "Add the dependency org.springframework.boot:spring-boot-starter-security-oauth2-resource-server,"
                            + " or remove the property.");
        }
    }

    /** Returns the audiences that tokens may have: those that are configured here, or for the application's decoder. */
    Audiences acceptedAudiences(McpServer server, Environment environment) {
        Stream<String> all = Stream.concat(audiences.stream(), decoderAudiences(environment).stream());
        return new Audiences(server.parts().protection().resource(), all.toList());
    }

    /** Returns the audiences that Spring Boot requires of each JWT. */
    static List<String> decoderAudiences(Environment environment) {
        return Binder.get(environment)
                .bind("spring.security.oauth2.resourceserver.jwt.audiences", Bindable.listOf(String.class))
                .orElse(List.of());
    }

    /** Returns the authorization servers for the metadata document; empty if none is known. */
    List<String> knownAuthorizationServers(Environment environment) {
        if (authorizationServers != null) {
            return authorizationServers;
        }
        String issuer = environment.getProperty("spring.security.oauth2.resourceserver.jwt.issuer-uri");
        return issuers.isEmpty() && StringUtils.hasText(issuer) ? List.of(issuer) : issuers;
    }

    /** Whether the authorization servers are known, or the configuration says that there are none. */
    boolean namesAuthorizationServers(Environment environment) {
        return authorizationServers != null
                || !knownAuthorizationServers(environment).isEmpty();
    }
}
