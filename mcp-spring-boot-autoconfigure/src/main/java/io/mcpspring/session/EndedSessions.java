package io.mcpspring.session;

import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The sessions that were ended before their time; when there are too many, the one that expires first is forgotten. */
final class EndedSessions {

    private record Entry(String key, Instant expiry) {
    }

    private final Map<String, Entry> byKey = new ConcurrentHashMap<>();

    private final TreeSet<Entry> byExpiry = new TreeSet<>(
            Comparator.comparing(Entry::expiry).thenComparing(Entry::key));

    private final int limit;

    EndedSessions(int limit) {
        this.limit = limit;
    }

    boolean contains(String key) {
        return byKey.containsKey(key);
    }

    synchronized void add(String key, Instant expiry, Instant now) {
        Entry entry = new Entry(key, expiry);
        if (byKey.putIfAbsent(key, entry) == null) {
            byExpiry.add(entry);
        }
        while (!byExpiry.isEmpty()
                && (byExpiry.size() > limit || byExpiry.first().expiry().isBefore(now))) {
            byKey.remove(byExpiry.pollFirst().key());
        }
    }
}
