package io.mcpspring.limit;

import io.mcpspring.Internal;
import io.mcpspring.method.CallLimits;
import io.mcpspring.server.InitializeLimit;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Limits how often a caller initializes a session. */
@Internal
public final class InitializeRate implements InitializeLimit {

    private final CallLimits.Rate rate;

    private final Buckets buckets = new Buckets();

    public InitializeRate(CallLimits.Rate rate) {
        this.rate = rate;
    }

    @Override
    public long secondsToWait(@Nullable String user, @Nullable InetSocketAddress address) {
        return Buckets.seconds(buckets.take(CallerKeys.of(user, address), rate));
    }
}
