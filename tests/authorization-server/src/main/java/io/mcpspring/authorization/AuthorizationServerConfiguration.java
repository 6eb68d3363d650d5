package io.mcpspring.authorization;

import static org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientRegistrationAuthenticationValidator.DEFAULT_JWK_SET_URI_VALIDATOR;
import static org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientRegistrationAuthenticationValidator.DEFAULT_REDIRECT_URI_VALIDATOR;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2AuthorizationServerConfigurer;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.security.oauth2.server.authorization.OAuth2ClientRegistration;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationGrantAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientRegistrationAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.converter.OAuth2ClientRegistrationRegisteredClientConverter;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.LoginUrlAuthenticationEntryPoint;
import org.springframework.security.web.util.matcher.MediaTypeRequestMatcher;

/** The beans of the authorization server. */
@Configuration(proxyBeanMethods = false)
// A database on the class path belongs to the application in the same process.
@EnableAutoConfiguration(excludeName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
class AuthorizationServerConfiguration {

    private final Set<String> scopes;

    AuthorizationServerConfiguration(@Value("${authorization-server.scopes}") Set<String> scopes) {
        this.scopes = scopes;
    }

    @Bean
    @Order(1)
    SecurityFilterChain protocol(HttpSecurity http) {
        OAuth2AuthorizationServerConfigurer server = new OAuth2AuthorizationServerConfigurer();
        return http.securityMatcher(server.getEndpointsMatcher())
                .with(
                        server,
                        endpoints -> endpoints
                                .oidc(Customizer.withDefaults())
                                .clientRegistrationEndpoint(registration -> registration
                                        .openRegistrationAllowed(true)
                                        .authenticationProviders(this::letClientsRegister)))
                .csrf(csrf -> csrf.ignoringRequestMatchers(server.getEndpointsMatcher()))
                .authorizeHttpRequests(requests -> requests.requestMatchers("/oauth2/register")
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .exceptionHandling(failures -> failures.defaultAuthenticationEntryPointFor(
                        new LoginUrlAuthenticationEntryPoint("/login"),
                        new MediaTypeRequestMatcher(MediaType.TEXT_HTML)))
                .build();
    }

    private void letClientsRegister(List<AuthenticationProvider> providers) {
        providers.stream()
                .filter(OAuth2ClientRegistrationAuthenticationProvider.class::isInstance)
                .map(OAuth2ClientRegistrationAuthenticationProvider.class::cast)
                .forEach(provider -> {
                    provider.setRegisteredClientConverter(this::client);
                    provider.setAuthenticationValidator(
                            DEFAULT_REDIRECT_URI_VALIDATOR.andThen(DEFAULT_JWK_SET_URI_VALIDATOR));
                });
    }

    /**
     * Returns a client that can request all scopes. A registration names only some of them, because a client learns
     * later which scopes a tool requires.
     */
    private RegisteredClient client(OAuth2ClientRegistration registration) {
        RegisteredClient.Builder client = RegisteredClient.from(
                        new OAuth2ClientRegistrationRegisteredClientConverter().convert(registration))
                .scopes(all -> all.addAll(scopes));
        String method = registration.getTokenEndpointAuthenticationMethod();
        if (ClientAuthenticationMethod.NONE.getValue().equals(method)) {
            client.clientSecret(null).clientAuthenticationMethods(methods -> {
                methods.clear();
                methods.add(ClientAuthenticationMethod.NONE);
            });
        }
        return client.build();
    }

    @Bean
    @Order(2)
    SecurityFilterChain login(HttpSecurity http) {
        return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .formLogin(Customizer.withDefaults())
                .build();
    }

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(
                User.withUsername("ada").password("{noop}ada").build(),
                User.withUsername("ben").password("{noop}ben").build());
    }

    @Bean
    RegisteredClientRepository clients() {
        return new InMemoryRegisteredClientRepository(RegisteredClient.withId("client")
                .clientId("client")
                .clientSecret("{noop}secret")
                .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                .scopes(all -> all.addAll(scopes))
                .build());
    }

    @Bean
    JwtEncoder jwtEncoder(JWKSource<SecurityContext> keys) {
        return new NimbusJwtEncoder(keys);
    }

    /** Makes the parameter {@code resource} (RFC 8707) of token requests the audience of tokens. */
    @Bean
    OAuth2TokenCustomizer<JwtEncodingContext> audience() {
        return context -> {
            if (context.getAuthorizationGrant() instanceof OAuth2AuthorizationGrantAuthenticationToken grant) {
                Object resource = grant.getAdditionalParameters().get("resource");
                if (resource != null) {
                    context.getClaims()
                            .audience(
                                    resource instanceof String[] several
                                            ? List.of(several)
                                            : List.of(resource.toString()));
                }
            }
        };
    }
}
