package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.http.McpHttpHandler;
import io.mcpspring.http.OriginPolicy;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.oauth.RequestLocation;
import io.mcpspring.webmvc.ServletEndpoint;
import io.mcpspring.webmvc.WebMvcRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.AuthenticationEventPublisher;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationManagerResolver;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authorization.AuthenticatedAuthorizationManager;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.authentication.builders.AuthenticationManagerBuilder;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder.JwkSetUriJwtDecoderBuilder;
import org.springframework.security.oauth2.jwt.SupplierJwtDecoder;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationProvider;
import org.springframework.security.oauth2.server.resource.authentication.JwtIssuerAuthenticationManagerResolver;
import org.springframework.security.oauth2.server.resource.authentication.OpaqueTokenAuthenticationProvider;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * The endpoint of a Spring MVC application as an OAuth 2.0 resource server.
 *
 * @param servletPrefix the path of the {@code DispatcherServlet} within the application; empty for the root
 * @param handler serves requests with a valid token, and those for a public page without one
 */
@Internal
public record ServletResourceServer(String servletPrefix, McpHttpHandler handler, Audiences audiences) {

    /** The request whose token a thread validates: a decoder gets only the token. */
    private static final ThreadLocal<HttpServletRequest> CURRENT = new ThreadLocal<>();

    /** Returns the filter chain for the endpoint. */
    public SecurityFilterChain endpointChain(HttpSecurity http, AuthenticationProvider tokens) {
        // Other filters of the chain must not use the manager of the application either.
        http.getSharedObject(AuthenticationManagerBuilder.class)
                .parentAuthenticationManager(null)
                .authenticationProvider(tokens);
        String path = handler.settings().path();
        RequestMatcher publicPage = request -> handler.settings().page().isPublic(new WebMvcRequest(request));
        return stateless(http, new OrRequestMatcher(matcher(null, path), matcher(null, path + "/")))
                .authorizeHttpRequests(requests -> requests.requestMatchers(publicPage)
                        .permitAll()
                        .anyRequest()
                        // Without the factors that the application demands of people who log in.
                        .access(AuthenticatedAuthorizationManager.authenticated()))
                .exceptionHandling(failures -> failures.authenticationEntryPoint(this::challenge))
                .addFilterAt(
                        bearerTokenFilter(http.getSharedObject(ApplicationContext.class), tokens),
                        BasicAuthenticationFilter.class)
                .build();
    }

    /**
     * Returns the filter chain for the metadata document, which clients read without a token, and for reading unknown
     * documents, which clients otherwise assume to exist.
     */
    public SecurityFilterChain metadataChain(HttpSecurity http) {
        List<RequestMatcher> reading = ProtectedResource.READING.stream()
                .map(method -> matcher(method, ProtectedResource.WELL_KNOWN + "/**"))
                .toList();
        return stateless(http, new OrRequestMatcher(reading))
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .build();
    }

    // The application's builder of matchers has the path of the servlet as its base path already.
    private RequestMatcher matcher(@Nullable HttpMethod method, String pattern) {
        return PathPatternRequestMatcher.withDefaults().matcher(method, servletPrefix + pattern);
    }

    private HttpSecurity stateless(HttpSecurity http, RequestMatcher matcher) {
        return http.securityMatcher(matcher)
                .cors(cors -> cors.configurationSource(request -> handler.cors(new WebMvcRequest(request))))
                .csrf(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .oauth2ResourceServer(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
    }

    /**
     * Returns the filter for access tokens. The configurer of Spring Security would add metadata of its own, and the
     * manager of the chain may have providers of the application, which accept tokens for another audience.
     */
    private BearerTokenAuthenticationFilter bearerTokenFilter(ApplicationContext beans, AuthenticationProvider tokens) {
        ProviderManager manager = new ProviderManager(tokens);
        beans.getBeanProvider(AuthenticationEventPublisher.class).ifUnique(manager::setAuthenticationEventPublisher);
        // Observes the manager, for instance.
        AuthenticationManager processed = beans.<ObjectPostProcessor<AuthenticationManager>>getBeanProvider(
                        ResolvableType.forClassWithGenerics(ObjectPostProcessor.class, AuthenticationManager.class))
                .getIfUnique(ObjectPostProcessor::identity)
                .postProcess(manager);
        AuthenticationManagerResolver<HttpServletRequest> resolver =
                request -> token -> during(request, () -> processed.authenticate(token));
        BearerTokenAuthenticationFilter filter = new BearerTokenAuthenticationFilter(resolver);
        filter.setSecurityContextHolderStrategy(beans.getBeanProvider(SecurityContextHolderStrategy.class)
                .getIfUnique(SecurityContextHolder::getContextHolderStrategy));
        filter.setAuthenticationEntryPoint(this::challenge);
        filter.setAuthenticationFailureHandler(this::challenge);
        return filter;
    }

    private Authentication during(HttpServletRequest request, Supplier<Authentication> authentication) {
        CURRENT.set(request);
        try {
            return authentication.get();
        } catch (RuntimeException failure) {
            throw BearerChallenge.failure(failure);
        } finally {
            CURRENT.remove();
        }
    }

    /**
     * Validates the JWTs of several issuers, each with the keys of its issuer.
     *
     * @param customizer configures how the keys of an issuer are found and used
     * @param converter those of the application, of which a single one replaces the default
     */
    public AuthenticationProvider jwts(
            Collection<String> issuers,
            TokenValidators validators,
            Consumer<JwkSetUriJwtDecoderBuilder> customizer,
            ObjectProvider<JwtAuthenticationConverter> converter) {
        Map<String, AuthenticationManager> managers = new HashMap<>();
        issuers.forEach(issuer -> managers.put(
                issuer,
                new ProviderManager(
                        jwts(new SupplierJwtDecoder(() -> decoder(issuer, validators, customizer)), converter))));
        AuthenticationManagerResolver<HttpServletRequest> resolver =
                new JwtIssuerAuthenticationManagerResolver(issuer -> managers.getOrDefault(issuer, token -> {
                    throw new InvalidBearerTokenException("The issuer of the token is not trusted");
                }));
        return new AuthenticationProvider() {

            @Override
            public Authentication authenticate(Authentication token) {
                return resolver.resolve(CURRENT.get()).authenticate(token);
            }

            @Override
            public boolean supports(Class<?> type) {
                return BearerTokenAuthenticationToken.class.isAssignableFrom(type);
            }
        };
    }

    private static JwtDecoder decoder(
            String issuer, TokenValidators validators, Consumer<JwkSetUriJwtDecoderBuilder> customizer) {
        JwkSetUriJwtDecoderBuilder builder = NimbusJwtDecoder.withIssuerLocation(issuer);
        customizer.accept(builder);
        NimbusJwtDecoder decoder = builder.build();
        decoder.setJwtValidator(validators.of(issuer));
        return decoder;
    }

    /** @param converter those of the application, of which a single one replaces the default */
    public AuthenticationProvider jwts(JwtDecoder decoder, ObjectProvider<JwtAuthenticationConverter> converter) {
        JwtAuthenticationProvider provider = new JwtAuthenticationProvider(token -> {
            Jwt jwt = decoder.decode(token);
            audiences.require(jwt.getAudience(), location());
            return jwt;
        });
        converter.ifUnique(provider::setJwtAuthenticationConverter);
        return provider;
    }

    /** @param converter those of the application, of which a single one replaces the default */
    public AuthenticationProvider opaqueTokens(
            OpaqueTokenIntrospector introspector, ObjectProvider<OpaqueTokenAuthenticationConverter> converter) {
        OpaqueTokenAuthenticationProvider provider = new OpaqueTokenAuthenticationProvider(token -> {
            OAuth2AuthenticatedPrincipal principal = introspector.introspect(token);
            audiences.require(principal.getAttribute("aud"), location());
            return principal;
        });
        converter.ifUnique(provider::setAuthenticationConverter);
        return provider;
    }

    private static RequestLocation location() {
        return new WebMvcRequest(CURRENT.get()).location();
    }

    // Sets the status only: an error page would be protected by another chain.
    private void challenge(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure) {
        WebMvcRequest received = new WebMvcRequest(request);
        ServletEndpoint.discard(received, handler.settings().bodies(), System.nanoTime());
        BearerChallenge challenge = BearerChallenge.of(failure, handler, received);
        response.setStatus(challenge.status().value());
        response.setHeader(challenge.header(), challenge.value());
        OriginPolicy.expose(response::getHeaders, response::addHeader);
    }
}
