package io.mcpspring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpspring.exchange.CallContext.User;
import java.net.MalformedURLException;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.security.oauth2.core.DefaultOAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.server.resource.introspection.OAuth2IntrospectionAuthenticatedPrincipal;

/** The id of a user. */
class PrincipalsTests {

    @Test
    void theIdOfAPlainPrincipalIsItsName() {
        assertThat(id(null)).isNull();
        assertThat(id(() -> "ada")).isEqualTo("ada");
        assertThat(id(() -> "ACME\\ada lovelace")).isEqualTo("ACME\\ada lovelace");
        assertThat(id(authentication("ada", "ada", "password"))).isEqualTo("ada");
        assertThat(id(authentication("ada", claims(Map.of("sub", "ada")), null)))
                .isEqualTo("ada");
    }

    @Test
    void aTokenWithoutAUserBelongsToItsClient() {
        Map<String, Object> both = Map.of("client_id", "robot", "azp", "other", "iss", "one");
        assertThat(id(new Token("", both))).isEqualTo("one||robot");
        assertThat(id(authentication("", claims(Map.of("client_id", " ", "azp", "robot")), null)))
                .isEqualTo("|robot");
        Principal opaque = authentication(
                null, new OAuth2IntrospectionAuthenticatedPrincipal(Map.of("client_id", "robot"), List.of()), "t");
        assertThat(id(opaque)).isEqualTo("|robot");
        assertThat(id(new Token("ada", both))).isEqualTo("one|ada");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " "})
    void aCallerWithoutANameIsRefused(@Nullable String name) {
        assertThatExceptionOfType(RequestRefusedException.class)
                .isThrownBy(() -> id(new Token(name, Map.of("iss", "one", "client_id", ""))));
        assertThatExceptionOfType(RequestRefusedException.class).isThrownBy(() -> id(() -> name));
    }

    @Test
    void theIssuerOfATokenIsPartOfIt() throws MalformedURLException {
        Map<String, Object> issued = Map.of("iss", "https://one.example");
        Map<String, Object> byUrl =
                Map.of("iss", URI.create("https://one.example").toURL());
        Principal opaque =
                authentication("ada", new DefaultOAuth2AuthenticatedPrincipal("ada", issued, List.of()), "t");
        assertThat(Stream.of(
                                authentication("ada", claims(issued), null),
                                authentication("ada", claims(byUrl), null),
                                authentication("ada", "an object of the application", claims(issued)),
                                opaque,
                                new Token("ada", issued))
                        .map(PrincipalsTests::id))
                .containsOnly("https://one.example|ada");
        assertThat(id(new Token("ada", Map.of("iss", "https://two.example")))).isEqualTo("https://two.example|ada");
    }

    @Test
    void differentPairsOfIssuerAndNameAreDifferent() {
        List<String> parts = List.of("a", "a|b", "b", "|", "%", "%7C", "a%7Cb", "%25", "a|", "|b");
        Stream<String> ids = parts.stream()
                .flatMap(name -> Stream.concat(
                        Stream.of(id(() -> name)),
                        parts.stream().map(issuer -> id(new Token(name, Map.of("iss", issuer))))));
        assertThat(ids).doesNotHaveDuplicates().hasSize(parts.size() * (parts.size() + 1));
    }

    private static @Nullable String id(@Nullable Principal principal) {
        return User.id(Principals.user(principal));
    }

    private static ClaimAccessor claims(Map<String, Object> claims) {
        return () -> claims;
    }

    private static Principal authentication(@Nullable String name, Object principal, @Nullable Object credentials) {
        return new TestingAuthenticationToken(principal, credentials) {

            private static final long serialVersionUID = 1L;

            @Override
            public @Nullable String getName() {
                return name;
            }
        };
    }

    /** A principal that is its own token. */
    private record Token(@Nullable String name, Map<String, Object> claims) implements Principal, ClaimAccessor {

        @Override
        public String getName() {
            return name;
        }

        @Override
        public Map<String, Object> getClaims() {
            return claims;
        }
    }
}
