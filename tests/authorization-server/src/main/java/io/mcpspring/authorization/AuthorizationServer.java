package io.mcpspring.authorization;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;

/** An authorization server in this process, for tests and samples. */
public final class AuthorizationServer implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private AuthorizationServer(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Starts a server with the users {@code ada} and {@code ben}, whose passwords are their names, and the confidential
     * client {@code client} with the secret {@code secret}. Further clients can register themselves.
     *
     * @param port 0 for any free port
     * @param scopes the scopes that all clients can request
     */
    public static AuthorizationServer start(int port, String... scopes) {
        return new AuthorizationServer(new SpringApplicationBuilder(AuthorizationServerConfiguration.class)
                .web(WebApplicationType.SERVLET)
                .logStartupInfo(false)
                // Not those of an application in the same process, which has another configuration file.
                .properties("spring.config.name=authorization-server")
                .run(
                        "--server.port=" + port,
                        "--authorization-server.scopes=" + String.join(",", scopes),
                        "--spring.main.banner-mode=off",
                        "--spring.jmx.enabled=false",
                        "--mcp.server.enabled=false"));
    }

    /** Returns the URL of the server. */
    public String issuer() {
        return "http://localhost:" + context.getEnvironment().getProperty("local.server.port");
    }

    /**
     * Returns a signed token, without a request.
     *
     * @param claims sets the claims, of which issuer and times are preset
     */
    public String token(Consumer<JwtClaimsSet.Builder> claims) {
        Instant now = Instant.now();
        JwtClaimsSet.Builder builder =
                JwtClaimsSet.builder().issuer(issuer()).issuedAt(now).expiresAt(now.plus(Duration.ofHours(1)));
        claims.accept(builder);
        return context.getBean(JwtEncoder.class)
                .encode(JwtEncoderParameters.from(builder.build()))
                .getTokenValue();
    }

    @Override
    public void close() {
        context.close();
    }
}
