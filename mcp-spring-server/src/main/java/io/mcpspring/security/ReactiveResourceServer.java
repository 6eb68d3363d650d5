package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.http.McpHttpHandler;
import io.mcpspring.http.OriginPolicy;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.oauth.RequestLocation;
import io.mcpspring.webflux.WebFluxRequest;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.authentication.ReactiveAuthenticationManagerResolver;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.jwt.NimbusReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusReactiveJwtDecoder.JwkSetUriReactiveJwtDecoderBuilder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.SupplierReactiveJwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.*;
import org.springframework.security.oauth2.server.resource.introspection.ReactiveOpaqueTokenAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.introspection.ReactiveOpaqueTokenIntrospector;
import org.springframework.security.oauth2.server.resource.web.server.authentication.*;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.AuthenticationWebFilter;
import org.springframework.security.web.server.context.NoOpServerSecurityContextRepository;
import org.springframework.security.web.server.util.matcher.OrServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatchers;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;
import reactor.util.context.Context;

/**
 * The endpoint of a WebFlux application as an OAuth 2.0 resource server.
 *
 * @param handler serves requests with a valid token, and those for a public page without one
 */
@Internal
public record ReactiveResourceServer(McpHttpHandler handler, Audiences audiences) {

    /** Returns the filter chain for the endpoint. */
    public SecurityWebFilterChain endpointChain(
            ServerHttpSecurity http, ReactiveAuthenticationManagerResolver<ServerWebExchange> tokens) {
        String path = handler.settings().path();
        return stateless(http, ServerWebExchangeMatchers.pathMatchers(path, path + "/"))
                .authorizeExchange(exchanges -> exchanges
                        .matchers(this::publicPage)
                        .permitAll()
                        .anyExchange()
                        .authenticated())
                .exceptionHandling(failures -> failures.authenticationEntryPoint(this::challenge))
                .addFilterAt(bearerTokenFilter(tokens), SecurityWebFiltersOrder.AUTHENTICATION)
                .build();
    }

    /**
     * Returns the filter chain for the metadata document, which clients read without a token, and for reading unknown
     * documents, which clients otherwise assume to exist.
     */
    public SecurityWebFilterChain metadataChain(ServerHttpSecurity http) {
        List<ServerWebExchangeMatcher> reading = ProtectedResource.READING.stream()
                .map(method ->
                        ServerWebExchangeMatchers.pathMatchers(method, ProtectedResource.WELL_KNOWN + "/{*document}"))
                .toList();
        return stateless(http, new OrServerWebExchangeMatcher(reading))
                .authorizeExchange(exchanges -> exchanges.anyExchange().permitAll())
                .build();
    }

    private ServerHttpSecurity stateless(ServerHttpSecurity http, ServerWebExchangeMatcher matcher) {
        return http.securityMatcher(matcher)
                .cors(cors -> cors.configurationSource(exchange -> handler.cors(WebFluxRequest.of(exchange))))
                .csrf(ServerHttpSecurity.CsrfSpec::disable)
                .logout(ServerHttpSecurity.LogoutSpec::disable)
                .requestCache(ServerHttpSecurity.RequestCacheSpec::disable)
                .securityContextRepository(NoOpServerSecurityContextRepository.getInstance());
    }

    private Mono<ServerWebExchangeMatcher.MatchResult> publicPage(ServerWebExchange exchange) {
        return handler.settings().page().isPublic(WebFluxRequest.of(exchange))
                ? ServerWebExchangeMatcher.MatchResult.match()
                : ServerWebExchangeMatcher.MatchResult.notMatch();
    }

    // Added here, because the configuration of Spring Security would answer 500 if the issuer is not available.
    private WebFilter bearerTokenFilter(ReactiveAuthenticationManagerResolver<ServerWebExchange> tokens) {
        AuthenticationWebFilter filter =
                new AuthenticationWebFilter((ReactiveAuthenticationManagerResolver<ServerWebExchange>) exchange ->
                        tokens.resolve(exchange).map(manager -> token -> authenticate(manager, token, exchange)));
        filter.setServerAuthenticationConverter(new ServerBearerTokenAuthenticationConverter());
        filter.setAuthenticationFailureHandler((exchange, failure) -> challenge(exchange.getExchange(), failure));
        return filter;
    }

    /**
     * Emits on the event loop of the connection, also if the keys of the issuer arrive on another one: Reactor Netty
     * before 1.3.8 may never send a response that is completed elsewhere.
     */
    private Mono<Authentication> authenticate(
            ReactiveAuthenticationManager tokens, Authentication token, ServerWebExchange exchange) {
        WebFluxRequest request = WebFluxRequest.of(exchange);
        // A decoder gets only the token, and the location from the context.
        Mono<Signal<Authentication>> result = tokens.authenticate(token)
                .onErrorMap(RuntimeException.class, BearerChallenge::failure)
                .contextWrite(Context.of(RequestLocation.class, request.location()))
                .materialize();
        return result.<Signal<Authentication>>flatMap(
                        signal -> request.connection().onEventLoop(Mono.just(signal)))
                .dematerialize();
    }

    /**
     * Validates the JWTs of several issuers, each with the keys of its issuer.
     *
     * @param customizer configures how the keys of an issuer are found and used
     * @param converter those of the application, of which a single one replaces the default
     */
    public ReactiveAuthenticationManagerResolver<ServerWebExchange> jwts(
            Collection<String> issuers,
            TokenValidators validators,
            Consumer<JwkSetUriReactiveJwtDecoderBuilder> customizer,
            ObjectProvider<ReactiveJwtAuthenticationConverter> converter) {
        Map<String, ReactiveAuthenticationManager> managers = new HashMap<>();
        issuers.forEach(issuer -> managers.put(
                issuer,
                manager(new SupplierReactiveJwtDecoder(() -> decoder(issuer, validators, customizer)), converter)));
        return new JwtIssuerReactiveAuthenticationManagerResolver(issuer -> Mono.justOrEmpty(managers.get(issuer)));
    }

    private static ReactiveJwtDecoder decoder(
            String issuer, TokenValidators validators, Consumer<JwkSetUriReactiveJwtDecoderBuilder> customizer) {
        JwkSetUriReactiveJwtDecoderBuilder builder = NimbusReactiveJwtDecoder.withIssuerLocation(issuer);
        customizer.accept(builder);
        NimbusReactiveJwtDecoder decoder = builder.build();
        decoder.setJwtValidator(validators.of(issuer));
        return decoder;
    }

    /** @param converter those of the application, of which a single one replaces the default */
    public ReactiveAuthenticationManagerResolver<ServerWebExchange> jwts(
            ReactiveJwtDecoder decoder, ObjectProvider<ReactiveJwtAuthenticationConverter> converter) {
        ReactiveAuthenticationManager manager = manager(decoder, converter);
        return exchange -> Mono.just(manager);
    }

    private ReactiveAuthenticationManager manager(
            ReactiveJwtDecoder decoder, ObjectProvider<ReactiveJwtAuthenticationConverter> converter) {
        JwtReactiveAuthenticationManager manager = new JwtReactiveAuthenticationManager(
                token -> decoder.decode(token).delayUntil(jwt -> check(jwt.getAudience())));
        converter.ifUnique(manager::setJwtAuthenticationConverter);
        return manager;
    }

    /** @param converter those of the application, of which a single one replaces the default */
    public ReactiveAuthenticationManagerResolver<ServerWebExchange> opaqueTokens(
            ReactiveOpaqueTokenIntrospector introspector,
            ObjectProvider<ReactiveOpaqueTokenAuthenticationConverter> converter) {
        OpaqueTokenReactiveAuthenticationManager manager = new OpaqueTokenReactiveAuthenticationManager(
                token -> introspector.introspect(token).delayUntil(principal -> check(principal.getAttribute("aud"))));
        converter.ifUnique(manager::setAuthenticationConverter);
        return exchange -> Mono.just(manager);
    }

    private Mono<Void> check(@Nullable Object claim) {
        return Mono.deferContextual(
                context -> Mono.fromRunnable(() -> audiences.require(claim, context.get(RequestLocation.class))));
    }

    private Mono<Void> challenge(ServerWebExchange exchange, AuthenticationException failure) {
        return Mono.fromRunnable(() -> {
            BearerChallenge challenge = BearerChallenge.of(failure, handler, WebFluxRequest.of(exchange));
            exchange.getResponse().setStatusCode(challenge.status());
            HttpHeaders headers = exchange.getResponse().getHeaders();
            headers.set(challenge.header(), challenge.value());
            OriginPolicy.expose(headers::getOrEmpty, headers::add);
        });
    }
}
