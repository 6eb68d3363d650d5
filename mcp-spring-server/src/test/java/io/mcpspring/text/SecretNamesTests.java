package io.mcpspring.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class SecretNamesTests {

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
        assertThat(SecretNames.isSecret(name)).isTrue();
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
    void leavesOtherNamesAlone(String name) {
        assertThat(SecretNames.isSecret(name)).isFalse();
    }

    @Test
    void findsSecretsAtAnyDepthButNoSwitches() {
        assertThat(SecretNames.in(JsonMapper.shared().readTree("""
                {"properties": {
                    "password": {"type": "boolean"},
                    "login": {"properties": {"apiKey": {"type": "string"}}},
                    "users": {"items": {"properties": {"token": {}}}}}}"""))).containsExactly("apiKey", "token");
    }
}
