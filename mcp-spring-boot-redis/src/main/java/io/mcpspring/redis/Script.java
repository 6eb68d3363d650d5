package io.mcpspring.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** A Lua script that returns a number. Redis executes it as one step. */
final class Script {

    private final byte[] text;

    private final String digest;

    /** @param name the name of the file beside this class */
    Script(String name) {
        try (InputStream file = Objects.requireNonNull(Script.class.getResourceAsStream(name))) {
            text = file.readAllBytes();
            digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Returns a time to live, at least 1. The clock of Redis may differ from that of this instance. */
    static long millisUntil(Instant time) {
        return Math.max(1, Duration.between(Instant.now(), time).toMillis());
    }

    /** @param values numbers, texts and bytes */
    CompletionStage<Long> run(RedisLink link, List<String> keys, Object... values) {
        String[] names = keys.toArray(String[]::new);
        byte[][] arguments = new byte[values.length][];
        for (int i = 0; i < values.length; i++) {
            arguments[i] = values[i] instanceof byte[] bytes
                    ? bytes
                    : values[i].toString().getBytes(StandardCharsets.UTF_8);
        }
        return link.counted(commands -> commands.<Long>evalsha(digest, ScriptOutputType.INTEGER, names, arguments)
                .exceptionallyCompose(failure -> {
                    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                    return cause instanceof RedisNoScriptException
                            ? commands.<Long>eval(text, ScriptOutputType.INTEGER, names, arguments)
                            : CompletableFuture.failedStage(failure);
                }));
    }
}
