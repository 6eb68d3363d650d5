package io.mcpspring.security;

import io.mcpspring.Internal;
import java.util.Collection;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.NimbusReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusReactiveJwtDecoder.JwkSetUriReactiveJwtDecoderBuilder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.SupplierReactiveJwtDecoder;
import reactor.core.publisher.Mono;

/** As {@link SeveralIssuersJwtDecoder}, for WebFlux. */
@Internal
public final class SeveralIssuersReactiveJwtDecoder implements ReactiveJwtDecoder {

    private final Map<String, ReactiveJwtDecoder> decoders;

    /** @param customizer configures how the keys of an issuer are found and used */
    public SeveralIssuersReactiveJwtDecoder(
            Collection<String> issuers,
            TokenValidators validators,
            Consumer<JwkSetUriReactiveJwtDecoderBuilder> customizer) {
        this.decoders = issuers.stream()
                .distinct()
                .collect(Collectors.toMap(
                        Function.identity(),
                        issuer -> new SupplierReactiveJwtDecoder(() -> decoder(issuer, validators, customizer))));
    }

    private static ReactiveJwtDecoder decoder(
            String issuer, TokenValidators validators, Consumer<JwkSetUriReactiveJwtDecoderBuilder> customizer) {
        JwkSetUriReactiveJwtDecoderBuilder builder = NimbusReactiveJwtDecoder.withIssuerLocation(issuer);
        customizer.accept(builder);
        NimbusReactiveJwtDecoder decoder = builder.build();
        decoder.setJwtValidator(validators.of(issuer));
        return decoder;
    }

    @Override
    public Mono<Jwt> decode(String token) {
        return Mono.defer(
                () -> SeveralIssuersJwtDecoder.forIssuerOf(token, decoders).decode(token));
    }
}
