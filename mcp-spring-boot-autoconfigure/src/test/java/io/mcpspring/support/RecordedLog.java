package io.mcpspring.support;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.slf4j.LoggerFactory;

/** What is logged while this is open: all that the project says, and what worries others. */
public final class RecordedLog implements AutoCloseable {

    private static final String PROJECT = "io.mcpspring";

    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);

    private final Logger project = (Logger) LoggerFactory.getLogger(PROJECT);

    private final Level before = project.getLevel();

    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {

        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }
    };

    public RecordedLog() {
        appender.start();
        root.addAppender(appender);
        project.setLevel(Level.TRACE);
    }

    /** The project's lines of this level, in order. */
    public List<String> lines(Level level) {
        return texts(event -> event.getLoggerName().startsWith(PROJECT) && event.getLevel() == level);
    }

    /** All lines of the project, in order. */
    public List<String> lines() {
        return texts(event -> event.getLoggerName().startsWith(PROJECT));
    }

    /** The threads on which the project wrote lines that contain a text. */
    public List<String> threads(String text) {
        return events.stream()
                .filter(event -> event.getLoggerName().startsWith(PROJECT))
                .filter(event -> event.getFormattedMessage().contains(text))
                .map(ILoggingEvent::getThreadName)
                .toList();
    }

    /** Warnings and errors, whoever wrote them. */
    public List<String> worries() {
        return texts(event -> event.getLevel().isGreaterOrEqual(Level.WARN));
    }

    private List<String> texts(Predicate<ILoggingEvent> wanted) {
        return events.stream()
                .filter(wanted)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        root.detachAppender(appender);
        project.setLevel(before);
    }
}
