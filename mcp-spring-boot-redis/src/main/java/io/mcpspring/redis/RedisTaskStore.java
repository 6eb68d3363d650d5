package io.mcpspring.redis;

import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisException;
import io.mcpspring.autoconfigure.RedisProperties;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.seal.Sealer;
import io.mcpspring.task.McpTask;
import io.mcpspring.task.McpTaskStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps each task in a hash, sealed, with the instance that runs it. The tasks of this instance are saved again if
 * Redis may have lost them.
 */
final class RedisTaskStore implements McpTaskStore, RedisLink.Upkeep, AutoCloseable {

    private static final int MAX_UNSAVED_BYTES = 16 * 1024 * 1024;

    private static final Script SAVE = new Script("save-task.lua");

    private static final String OWNER = "owner";

    private static final String ENDED = "ended";

    private static final String TASK = "task";

    /**
     * @param bytes the size of a task that has ended, and 0 of others
     * @param storedUntil when an end that is stored may be forgotten; {@code null} of others
     */
    private record Owned(McpTask task, int bytes, @Nullable Instant storedUntil) {}

    /** The tasks of this instance that run, or whose end is not stored, or only since a moment. */
    private final Map<String, Owned> owned = new ConcurrentHashMap<>();

    private final RedisLink link;

    private final Keys keys;

    private final Sealer sealer;

    private final Leases leases;

    /** A server that takes the place of another one may lack what was saved in this time before. */
    private final Duration keptAfterEnd;

    private volatile boolean incomplete;

    RedisTaskStore(RedisLink link, Keys keys, Sealer sealer, RedisProperties properties) {
        this.link = link;
        this.keys = keys;
        this.sealer = sealer;
        this.leases = new Leases(link, keys, properties.lease(), () -> incomplete = true);
        this.keptAfterEnd = properties.lease();
        link.add(this);
    }

    @Override
    public boolean save(McpTask task) {
        byte[] json = task.toJson().getBytes(StandardCharsets.UTF_8);
        Owned state = new Owned(task, task.status().isTerminal() ? json.length : 0, null);
        // Others are those that this instance ends because theirs has gone.
        boolean own = task.revision() == 0 || owned.containsKey(task.id());
        if (own) {
            owned.put(task.id(), state);
            forgetIfTooLarge(state);
        }
        return available(() -> write(state, json, own));
    }

    private void forgetIfTooLarge(Owned state) {
        if (state.bytes() > 0 && isFull()) {
            owned.values().removeIf(other -> other.storedUntil() != null);
            if (isFull()) {
                owned.remove(state.task().id());
            }
        }
    }

    private boolean isFull() {
        return owned.values().stream().mapToLong(Owned::bytes).sum() > MAX_UNSAVED_BYTES;
    }

    private boolean write(Owned state, byte[] json, boolean own) {
        McpTask task = state.task();
        boolean ended = task.status().isTerminal();
        boolean stored = link.await(SAVE.run(
                        link,
                        List.of(keys.task(task.id())),
                        leases.self(),
                        task.revision(),
                        ended ? 1 : 0,
                        sealer.sealBytes(purpose(task.id()), json),
                        Script.millisUntil(task.expiresAt()),
                        own ? "" : task.revision() - 1))
                > 0;
        if (!stored) {
            owned.remove(task.id());
        } else if (ended) {
            Owned kept = new Owned(task, state.bytes(), Instant.now().plus(keptAfterEnd));
            owned.computeIfPresent(task.id(), (id, same) -> kept);
        }
        return stored;
    }

    private static String purpose(String id) {
        return "task " + id;
    }

    @Override
    public Optional<McpTask> find(String id) {
        return available(() -> Optional.ofNullable(link.await(link.commands().hget(keys.task(id), TASK))))
                .flatMap(content -> sealer.openBytes(purpose(id), content))
                .map(json -> McpTask.fromJson(new String(json, StandardCharsets.UTF_8)));
    }

    @Override
    public boolean isAbandoned(String id) {
        return available(() -> {
            List<KeyValue<String, byte[]>> state = link.await(link.commands().hmget(keys.task(id), OWNER, ENDED));
            return state.get(0).hasValue()
                    && new String(state.get(1).getValue(), StandardCharsets.US_ASCII).equals("0")
                    && isGone(id, new String(state.get(0).getValue(), StandardCharsets.US_ASCII));
        });
    }

    private boolean isGone(String id, String owner) {
        return owner.equals(leases.self()) ? !owned.containsKey(id) : leases.isGone(owner);
    }

    private <T> T available(Supplier<T> use) {
        try {
            return use.get();
        } catch (RedisException ex) {
            incomplete = true;
            throw new McpProtocolException(
                    JsonRpcError.INTERNAL_ERROR, "The store of tasks cannot be reached. Try again later.");
        }
    }

    @Override
    public void connected() {
        leases.connected();
        incomplete = true;
    }

    @Override
    public void keep() {
        leases.keep();
        owned.values()
                .removeIf(state -> state.storedUntil() != null && Instant.now().isAfter(state.storedUntil()));
        if (incomplete) {
            incomplete = false;
            try {
                owned.values()
                        .forEach(state -> write(state, state.task().toJson().getBytes(StandardCharsets.UTF_8), true));
            } catch (RedisException ex) {
                incomplete = true;
                throw ex;
            }
        }
    }

    @Override
    public void close() {
        leases.close();
    }
}
