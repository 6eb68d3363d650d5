package io.mcpspring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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
        assertThat(Principals.id(null)).isNull();
        assertThat(Principals.id(() -> "ada")).isEqualTo("ada");
        assertThat(Principals.id(() -> "ACME\\ada lovelace")).isEqualTo("ACME\\ada lovelace");
        assertThat(Principals.id(authentication("ada", "ada", "password"))).isEqualTo("ada");
        assertThat(Principals.id(authentication("ada", claims(Map.of("sub", "ada")), null)))
                .isEqualTo("ada");
    }

    @Test
    void aTokenWithoutAUserBelongsToItsClient() {
        Map<String, Object> both = Map.of("client_id", "robot", "azp", "other", "iss", "one");
        assertThat(Principals.id(new Token("", both))).isEqualTo("one||robot");
        assertThat(Principals.id(authentication("", claims(Map.of("client_id", " ", "azp", "robot")), null)))
                .isEqualTo("|robot");
        Principal opaque = authentication(
                null, new OAuth2IntrospectionAuthenticatedPrincipal(Map.of("client_id", "robot"), List.of()), "t");
        assertThat(Principals.id(opaque)).isEqualTo("|robot");
        assertThat(Principals.id(new Token("ada", both))).isEqualTo("one|ada");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " "})
    void aCallerWithoutANameIsRefused(@Nullable String name) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> Principals.id(new Token(name, Map.of("iss", "one", "client_id", ""))));
        assertThatExceptionOfType(Refusal.class).isThrownBy(() -> Principals.id(() -> name));
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
                        .map(Principals::id))
                .containsOnly("https://one.example|ada");
        assertThat(Principals.id(new Token("ada", Map.of("iss", "https://two.example"))))
                .isEqualTo("https://two.example|ada");
    }

    @Test
    void differentPairsOfIssuerAndNameAreDifferent() {
        List<String> parts = List.of("a", "a|b", "b", "|", "%", "%7C", "a%7Cb", "%25", "a|", "|b");
        Stream<String> ids = parts.stream()
                .flatMap(name -> Stream.concat(
                        Stream.of(Principals.id(() -> name)),
                        parts.stream().map(issuer -> Principals.id(new Token(name, Map.of("iss", issuer))))));
        assertThat(ids).doesNotHaveDuplicates().hasSize(parts.size() * (parts.size() + 1));
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
