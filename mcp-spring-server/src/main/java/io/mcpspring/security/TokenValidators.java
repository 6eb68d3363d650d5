package io.mcpspring.security;

import io.mcpspring.Internal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtValidators;

/**
 * The validators of JWTs that Spring Boot sets on the decoder of a single issuer.
 *
 * @param audiences audiences of which a token must have one; empty to accept any
 * @param additional the validators of the application
 */
@Internal
public record TokenValidators(List<String> audiences, List<OAuth2TokenValidator<Jwt>> additional) {

    /** Returns the validator of the tokens of an issuer. */
    OAuth2TokenValidator<Jwt> of(String issuer) {
        List<OAuth2TokenValidator<Jwt>> all = new ArrayList<>(List.of(new JwtIssuerValidator(issuer)));
        if (!audiences.isEmpty()) {
            all.add(new JwtClaimValidator<Collection<String>>(
                    JwtClaimNames.AUD, claim -> claim != null && !Collections.disjoint(claim, audiences)));
        }
        all.addAll(additional);
        return JwtValidators.createDefaultWithValidators(all);
    }
}
