package io.mcpspring.exchange;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The keys of the questions that a tool asks between its beginning and its end. */
final class QuestionKeys {

    private final AtomicInteger last = new AtomicInteger();

    private final Map<String, String> digests = new ConcurrentHashMap<>();

    /** The key of a question that was given none. */
    String next() {
        return "q" + last.incrementAndGet();
    }

    /**
     * Sees to it that a key means one question: of two, each would be taken for a change of the other, and be asked
     * again for ever.
     *
     * @throws IllegalStateException if another question has the key
     */
    void claim(String key, String digest) {
        String other = digests.putIfAbsent(key, digest);
        if (other != null && !other.equals(digest)) {
            throw new IllegalStateException("Two different questions have the key '" + key + "'");
        }
    }
}
