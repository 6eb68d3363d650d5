package io.mcpspring.observation;

import io.mcpspring.Internal;
import io.mcpspring.exchange.OpenQuestions;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.session.LegacySession;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.task.Tasks;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** The state of this instance, in numbers. */
@Internal
public final class ServerState {

    private final LegacySessions sessions;

    private final ListeningStreams streams;

    private final OpenQuestions questions;

    private final Tasks tasks;

    private final Executor workers;

    public ServerState(
            LegacySessions sessions, ListeningStreams streams, OpenQuestions questions, Tasks tasks, Executor workers) {
        this.sessions = sessions;
        this.streams = streams;
        this.questions = questions;
        this.tasks = tasks;
        this.workers = workers;
    }

    /** The number of sessions that are in use, or whose state is kept between their requests. */
    public int sessions() {
        return sessions.inUse();
    }

    /** Passes on the sessions that their clients end on this instance, with their durations. */
    void onSessionEnd(BiConsumer<LegacySession, Duration> listener) {
        sessions.onEnd(listener);
    }

    /** The number of streams on which clients listen to events. */
    public int streams() {
        return streams.open();
    }

    /** The number of questions to clients that are not answered yet. */
    public int questions() {
        return questions.pending();
    }

    /** The number of running calls that are tasks or may become tasks. */
    public int tasks() {
        return tasks.active();
    }

    /** The number of calls that wait for a worker thread; 0 for virtual threads, for which calls do not wait. */
    public int queuedCalls() {
        return workers instanceof ThreadPoolTaskExecutor pool ? pool.getQueueSize() : 0;
    }
}
