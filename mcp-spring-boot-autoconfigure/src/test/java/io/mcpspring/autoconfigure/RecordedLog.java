package io.mcpspring.autoconfigure;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What the project logs while this is open, whatever the levels were before. */
final class RecordedLog implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.mcpspring");

    private final Level before = logger.getLevel();

    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    RecordedLog() {
        appender.start();
        logger.addAppender(appender);
        logger.setLevel(Level.TRACE);
    }

    /** The lines of this level, in order. */
    List<String> lines(Level level) {
        return List.copyOf(appender.list).stream()
                .filter(event -> event.getLevel() == level).map(ILoggingEvent::getFormattedMessage).toList();
    }

    /** All lines, in order. */
    List<String> lines() {
        return List.copyOf(appender.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setLevel(before);
    }
}
