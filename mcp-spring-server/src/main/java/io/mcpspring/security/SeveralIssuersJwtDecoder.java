package io.mcpspring.security;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.JWTParser;
import io.mcpspring.Internal;
import java.text.ParseException;
import java.util.Collection;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder.JwkSetUriJwtDecoderBuilder;
import org.springframework.security.oauth2.jwt.SupplierJwtDecoder;

/** Decodes the JWTs of several issuers, each with the keys of its issuer. */
@Internal
public final class SeveralIssuersJwtDecoder implements JwtDecoder {

    private final Map<String, JwtDecoder> decoders;

    /** @param customizer configures how the keys of an issuer are found and used */
    public SeveralIssuersJwtDecoder(
            Collection<String> issuers, TokenValidators validators, Consumer<JwkSetUriJwtDecoderBuilder> customizer) {
        this.decoders = issuers.stream()
                .distinct()
                .collect(Collectors.toMap(
                        Function.identity(),
                        issuer -> new SupplierJwtDecoder(() -> decoder(issuer, validators, customizer))));
    }

    private static JwtDecoder decoder(
            String issuer, TokenValidators validators, Consumer<JwkSetUriJwtDecoderBuilder> customizer) {
        JwkSetUriJwtDecoderBuilder builder = NimbusJwtDecoder.withIssuerLocation(issuer);
        customizer.accept(builder);
        NimbusJwtDecoder decoder = builder.build();
        decoder.setJwtValidator(validators.of(issuer));
        return decoder;
    }

    @Override
    public Jwt decode(String token) {
        return forIssuerOf(token, decoders).decode(token);
    }

    /**
     * Returns the decoder for the issuer that a token names, which the decoder has to verify.
     *
     * @throws BadJwtException if the issuer is not one of those
     */
    static <D> D forIssuerOf(String token, Map<String, D> decoders) {
        String issuer = issuer(token);
        D decoder = issuer == null ? null : decoders.get(issuer);
        if (decoder == null) {
            throw new BadJwtException("The issuer of the token is not trusted");
        }
        return decoder;
    }

    private static @Nullable String issuer(String token) {
        try {
            // The claims of an encrypted token are unknown.
            JWTClaimsSet claims = JWTParser.parse(token).getJWTClaimsSet();
            return claims == null ? null : claims.getIssuer();
        } catch (ParseException malformed) {
            throw new BadJwtException("The token is not a JWT", malformed);
        }
    }
}
