package io.mcpspring.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorizationExpressionTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hasRole('EDITOR')",
                "hasAnyAuthority('#1', \"@home\") and (isAuthenticated() or not(permitAll()))",
                "hasRole ('it''s #2') && !(authentication.name == 'this')",
                "permitAll",
                ""
            })
    void whatLooksAtTheAuthenticationAloneDecidesOnAnyThread(String text) {
        AuthorizationExpression expression = AuthorizationExpression.of(text);
        assertThat(expression.needsCall()).isFalse();
        assertThat(expression.mayBlock()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#owner == authentication.name",
                "hasRole('A') or #a0 == 'x'",
                "this.open",
                "hasPermission(#id, 'read')",
                "#this.open"
            })
    void whatMentionsAnArgumentOrTheBeanNeedsTheCall(String text) {
        assertThat(AuthorizationExpression.of(text).needsCall()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@permissions.open",
                "hasRole('A') and @permissions.mayUse(authentication)",
                "hasPermission('orders', 'read')",
                "T(com.acme.Permissions).open",
                "new com.acme.Permissions().open",
                "authentication.principal.load ()",
                "hasRole('A') and hasRoles('B').isOpen()"
            })
    void whatCallsOtherCodeMayBlock(String text) {
        assertThat(AuthorizationExpression.of(text).mayBlock()).isTrue();
    }
}
