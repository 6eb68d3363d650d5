package io.mcpspring.observation;

import io.mcpspring.Internal;
import io.mcpspring.exchange.OpenQuestions;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.task.Tasks;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** What has numbers that describe this instance. */
@Internal
public record ServerState(
        LegacySessions sessions, ListeningStreams streams, OpenQuestions questions, Tasks tasks, Executor workers) {

    /** The numbers of sessions, listening streams, pending questions and active tasks of this instance. */
    public record Numbers(int sessions, int streams, int questions, int tasks) {}

    public Numbers numbers() {
        return new Numbers(sessions.inUse(), streams.open(), questions.pending(), tasks.active());
    }

    /** The number of calls that wait for a worker thread; 0 for virtual threads, for which calls do not wait. */
    int queuedCalls() {
        if (workers instanceof ThreadPoolTaskExecutor pool) {
            return pool.getQueueSize();
        }
        return workers instanceof ThreadPoolExecutor pool ? pool.getQueue().size() : 0;
    }
}
