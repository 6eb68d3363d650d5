package io.mcpspring.support;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggerContextListener;
import ch.qos.logback.core.AppenderBase;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.slf4j.LoggerFactory;

/**
 * Records the log while it is open: all lines of the project, those of the audit apart, and warnings and errors of
 * others.
 */
public final class RecordedLog implements AutoCloseable {

    private static final String PROJECT = "io.mcpspring";

    private static final String AUDIT = "io.mcpspring.audit";

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

    private final LoggerContextListener reset = new OnReset();

    public RecordedLog() {
        appender.start();
        attach();
        root.getLoggerContext().addListener(reset);
    }

    private void attach() {
        root.addAppender(appender);
        project.setLevel(Level.TRACE);
    }

    /** Goes on after an application has configured the logging, which it does if another one has ended before. */
    private final class OnReset implements LoggerContextListener {

        @Override
        public boolean isResetResistant() {
            return true;
        }

        @Override
        public void onReset(LoggerContext context) {
            attach();
        }

        @Override
        public void onStart(LoggerContext context) {}

        @Override
        public void onStop(LoggerContext context) {}

        @Override
        public void onLevelChange(Logger logger, Level level) {}
    }

    /** Returns the project's lines of this level, in order. */
    public List<String> lines(Level level) {
        return texts(event -> isOfProject(event) && event.getLevel() == level);
    }

    /** Returns all lines of the project, in order. */
    public List<String> lines() {
        return texts(RecordedLog::isOfProject);
    }

    /** Returns the lines of the audit of this level, in order. */
    public List<String> audit(Level level) {
        return texts(event -> event.getLoggerName().equals(AUDIT) && event.getLevel() == level);
    }

    /** Returns the threads on which the project wrote lines that contain a text. */
    public List<String> threads(String text) {
        return events.stream()
                .filter(RecordedLog::isOfProject)
                .filter(event -> event.getFormattedMessage().contains(text))
                .map(ILoggingEvent::getThreadName)
                .toList();
    }

    /** Returns the frames of the throwables in the project's lines that contain a text. */
    public List<String> stack(String text) {
        return events.stream()
                .filter(RecordedLog::isOfProject)
                .filter(event -> event.getFormattedMessage().contains(text) && event.getThrowableProxy() != null)
                .flatMap(event -> Arrays.stream(event.getThrowableProxy().getStackTraceElementProxyArray()))
                .map(frame -> frame.getStackTraceElement().toString())
                .toList();
    }

    /** Returns the warnings and errors of all loggers. */
    public List<String> worries() {
        return texts(event -> event.getLevel().isGreaterOrEqual(Level.WARN));
    }

    // Spring writes lines of its own in the name of a subclass.
    private static boolean isOfProject(ILoggingEvent event) {
        return event.getLoggerName().startsWith(PROJECT)
                && !event.getLoggerName().equals(AUDIT)
                && !event.getLoggerName().endsWith("EndpointMapping");
    }

    private List<String> texts(Predicate<ILoggingEvent> wanted) {
        return events.stream()
                .filter(wanted)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        root.getLoggerContext().removeListener(reset);
        root.detachAppender(appender);
        project.setLevel(before);
    }
}
