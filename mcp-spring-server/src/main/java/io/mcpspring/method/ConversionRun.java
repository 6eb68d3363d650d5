package io.mcpspring.method;

import io.mcpspring.server.ErrorReport;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.MonoSink;

/**
 * One conversion, and its only signal. The task catches errors that Reactor's operators would rethrow as fatal without
 * a signal, and interrupts its thread when it is cancelled.
 */
final class ConversionRun<R> extends FutureTask<R> {

    private static final Log logger = LogFactory.getLog(ConversionRun.class);

    private final MonoSink<R> sink;

    ConversionRun(Callable<R> conversion, MonoSink<R> sink) {
        super(conversion);
        this.sink = sink;
    }

    @Override
    public void run() {
        super.run();
        if (isCancelled()) {
            // The interrupt was for this conversion, not for the next task of the thread.
            Thread.interrupted();
        }
    }

    @Override
    protected void set(R result) {
        super.set(result);
        sink.success(result);
    }

    @Override
    protected void setException(Throwable failure) {
        super.setException(failure);
        if (isCancelled()) {
            ErrorReport.logLate(logger, "A conversion failed", failure);
        } else {
            sink.error(failure);
        }
    }
}
