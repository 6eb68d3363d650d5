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

    private final CallerKeys callers;

    private final Buckets buckets = new Buckets();

    public InitializeRate(CallLimits.Rate rate, CallerKeys callers) {
        this.rate = rate;
        this.callers = callers;
    }

    @Override
    public long secondsToWait(@Nullable String user, @Nullable InetSocketAddress address) {
        return Buckets.seconds(buckets.take(callers.of(user, address), rate));
    }
}
