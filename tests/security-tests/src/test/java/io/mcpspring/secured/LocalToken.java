package io.mcpspring.secured;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OAuth2IntrospectionAuthenticatedPrincipal;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.stereotype.Component;

@Component
class LocalToken implements OpaqueTokenIntrospector {

    private final byte[] expected;

    LocalToken(@Value("${local.token}") String expected) {
        this.expected = expected.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public OAuth2AuthenticatedPrincipal introspect(String token) {
        if (!MessageDigest.isEqual(expected, token.getBytes(StandardCharsets.UTF_8))) {
            throw new BadOpaqueTokenException("Unknown token");
        }
        return new OAuth2IntrospectionAuthenticatedPrincipal(
                "developer", Map.of("sub", "developer", "aud", "local"), AuthorityUtils.NO_AUTHORITIES);
    }
}
