package io.mcpspring.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.Optional;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

/**
 * A configuration of clients with the servers, credentials and certificates of the application's. Its commands fail
 * soon: with the defaults, a command waits for 60 seconds, and without limit while the connection is lost.
 */
record OwnClient(LettuceClientConfiguration given, boolean cluster, Duration timeout, ClientResources resources)
        implements LettuceClientConfiguration {

    private static final Duration RECONNECT_DELAY = Duration.ofSeconds(1);

    private static final int MAX_QUEUED_COMMANDS = 10_000;

    // A time limit of a connection would not hold for its nodes in a cluster.
    private static final class Timeouts extends TimeoutOptions.TimeoutSource {

        private final long millis;

        Timeouts(Duration timeout) {
            this.millis = timeout.toMillis();
        }

        @Override
        public long getTimeout(RedisCommand<?, ?, ?> command) {
            return command.getType() == CommandType.XREAD ? StreamReader.TIMEOUT.toMillis() : millis;
        }
    }

    /** Returns a factory that is not started; its owner ends the resources, too. */
    static LettuceConnectionFactory of(LettuceConnectionFactory application, Duration timeout) {
        LettuceClientConfiguration given = application.getClientConfiguration();
        ClientResources.Builder resources = ClientResources.builder()
                .ioThreadPoolSize(2)
                .computationThreadPoolSize(2)
                .reconnectDelay(Delay.constant(RECONNECT_DELAY));
        // Not mutate(), because the end of the result would end the threads of the application's.
        given.getClientResources()
                .ifPresent(ofApplication -> resources
                        .addressResolverGroup(ofApplication.addressResolverGroup())
                        .socketAddressResolver(ofApplication.socketAddressResolver())
                        .nettyCustomizer(ofApplication.nettyCustomizer()));
        boolean cluster = application.getClusterConfiguration() != null;
        return new LettuceConnectionFactory(
                servers(application), new OwnClient(given, cluster, timeout, resources.build()));
    }

    private static RedisConfiguration servers(LettuceConnectionFactory application) {
        if (application.getClusterConfiguration() != null) {
            return application.getClusterConfiguration();
        }
        if (application.getSentinelConfiguration() != null) {
            return application.getSentinelConfiguration();
        }
        return application.getSocketConfiguration() != null
                ? application.getSocketConfiguration()
                : application.getStandaloneConfiguration();
    }

    @Override
    public Optional<ClientOptions> getClientOptions() {
        ClientOptions.Builder options = given.getClientOptions()
                .orElseGet(() -> cluster ? ClusterClientOptions.create() : ClientOptions.create())
                .mutate();
        return Optional.of(options
                // A command that may have been executed is not repeated. The nodes of a cluster reconnect by
                // themselves.
                .autoReconnect(cluster)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(MAX_QUEUED_COMMANDS)
                .timeoutOptions(TimeoutOptions.builder()
                        .timeoutCommands()
                        .timeoutSource(new Timeouts(timeout))
                        .build())
                .socketOptions(options.build()
                        .getSocketOptions()
                        .mutate()
                        .connectTimeout(timeout)
                        .build())
                .build());
    }

    @Override
    public Optional<ClientResources> getClientResources() {
        return Optional.of(resources);
    }

    @Override
    public Duration getCommandTimeout() {
        return timeout;
    }

    @Override
    public Optional<ReadFrom> getReadFrom() {
        return Optional.empty();
    }

    @Override
    public boolean isUseSsl() {
        return given.isUseSsl();
    }

    @Override
    @SuppressWarnings("deprecation")
    public boolean isVerifyPeer() {
        return getVerifyMode() != SslVerifyMode.NONE;
    }

    @Override
    public SslVerifyMode getVerifyMode() {
        return given.getVerifyMode();
    }

    @Override
    public boolean isStartTls() {
        return given.isStartTls();
    }

    @Override
    public Optional<String> getClientName() {
        return given.getClientName();
    }

    @Override
    public Optional<RedisCredentialsProviderFactory> getRedisCredentialsProviderFactory() {
        return given.getRedisCredentialsProviderFactory();
    }

    @Override
    public Duration getShutdownTimeout() {
        return given.getShutdownTimeout();
    }

    @Override
    public Duration getShutdownQuietPeriod() {
        return given.getShutdownQuietPeriod();
    }
}
