package io.mcpspring.redis;

import io.lettuce.core.KeyValue;
import io.lettuce.core.SetArgs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The lease of this instance, which it renews while it lives, and what is known of those of others. */
final class Leases implements RedisLink.Upkeep, AutoCloseable {

    private static final byte[] HELD = "1".getBytes(StandardCharsets.US_ASCII);

    private static final int MAX_MISSING = 1_000;

    private final String self = UUID.randomUUID().toString();

    /** The keys of leases that are missing, and since when. */
    private final Map<String, Long> missing = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MAX_MISSING;
        }
    };

    private final RedisLink link;

    private final Keys keys;

    private final Duration lease;

    private final Runnable onLoss;

    private long renewed;

    private boolean due = true;

    /** @param onLoss run when the lease was gone although this instance lives, and Redis may have lost more */
    Leases(RedisLink link, Keys keys, Duration lease, Runnable onLoss) {
        this.link = link;
        this.keys = keys;
        this.lease = lease;
        this.onLoss = onLoss;
    }

    String self() {
        return self;
    }

    @Override
    public void connected() {
        due = true;
        // Redis may have lost the leases of others, which they renew.
        synchronized (missing) {
            missing.clear();
        }
    }

    @Override
    public void keep() {
        if (due || System.nanoTime() - renewed >= lease.toNanos() / 3) {
            byte[] before = link.await(link.commands().setGet(keys.instance(self), HELD, SetArgs.Builder.px(lease)));
            renewed = System.nanoTime();
            due = false;
            forgetFound();
            if (before == null) {
                onLoss.run();
            }
        }
    }

    // An instance may have renewed its lease since the last time that a client asked for its task.
    private void forgetFound() {
        String[] found;
        synchronized (missing) {
            found = missing.keySet().toArray(String[]::new);
        }
        if (found.length > 0) {
            List<KeyValue<String, byte[]>> leases = link.await(link.commands().mget(found));
            synchronized (missing) {
                leases.stream().filter(KeyValue::hasValue).map(KeyValue::getKey).forEach(missing::remove);
            }
        }
    }

    /** Whether another instance has ended: its lease has been missing for as long as a lease holds. */
    boolean isGone(String instance) {
        String key = keys.instance(instance);
        boolean held = link.await(link.commands().exists(key)) > 0;
        synchronized (missing) {
            if (held) {
                missing.remove(key);
                return false;
            }
            long now = System.nanoTime();
            Long first = missing.putIfAbsent(key, now);
            return first != null && now - first >= lease.toNanos();
        }
    }

    @Override
    public void close() {
        if (link.isConnected()) {
            link.commands().del(keys.instance(self));
        }
    }
}
