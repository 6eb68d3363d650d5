package io.mcpspring.entry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class TellingNamesTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "Password",
                "dbPassword",
                "new_password",
                "passwd",
                "passphrase",
                "token",
                "TOKEN",
                "accessToken",
                "github-access-token",
                "idToken",
                "apiKey",
                "apikey",
                "API_KEY",
                "openAIApiKey",
                "secret",
                "clientSecret",
                "secretKey",
                "privateKey",
                "credentials",
                "jwt"
            })
    void recognizesSecrets(String name) {
        assertThat(TellingNames.isSecret(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "maxTokens",
                "tokens",
                "pageToken",
                "nextPageToken",
                "continuation_token",
                "tokenCount",
                "passwordLength",
                "key",
                "sortKey",
                "keyboard",
                "secretary",
                "monkey",
                "broken",
                "authenticationMethod",
                ""
            })
    void leavesOtherFormsAlone(String name) {
        assertThat(TellingNames.isSecret(name)).isFalse();
    }

    @Test
    void findsSecretsAtAnyDepthButNoSwitches() {
        assertThat(TellingNames.secretsIn(JsonMapper.shared().readTree("""
                {"properties": {
                    "password": {"type": "boolean"},
                    "login": {"properties": {"apiKey": {"type": "string"}}},
                    "users": {"items": {"properties": {"token": {}}}}}}"""))).containsExactly("apiKey", "token");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delete",
                "deleteOrder",
                "DeleteOrder",
                "delete_order",
                "delete-order",
                "delete.order",
                "DELETE_ORDER",
                "removeUser",
                "drop_table",
                "truncateLog"
            })
    void theFirstWordOfADestructiveNameCounts(String name) {
        assertThat(TellingNames.isDestructive(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"dropdown", "deletedOrders", "findDeleted", "undelete", "orders_removed", "droplet_info", "_"})
    void otherNamesAreNotDestructive(String name) {
        assertThat(TellingNames.isDestructive(name)).isFalse();
    }
}
