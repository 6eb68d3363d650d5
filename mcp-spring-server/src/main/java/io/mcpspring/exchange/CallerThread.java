package io.mcpspring.exchange;

import io.mcpspring.Internal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.context.i18n.LocaleContext;
import org.springframework.context.i18n.LocaleContextHolder;
import reactor.util.context.ContextView;

/**
 * The thread of a servlet container that has brought a request. Methods may occupy it until the request leaves it, as
 * those of controllers do, with the thread-locals that filters have set. It is in the context of the work that may.
 */
@Internal
public final class CallerThread {

    private volatile @Nullable Thread thread = Thread.currentThread();

    private volatile @Nullable Runnable check;

    /** Whether work with this context may occupy the current thread. */
    public static boolean isCurrent(ContextView context) {
        return context.hasKey(CallerThread.class)
                && context.<CallerThread>get(CallerThread.class).isCurrent();
    }

    /** Returns a task for another thread, which gets the locale and the MDC of the current one. */
    public static Runnable handOver(Runnable task) {
        LocaleContext locale = LocaleContextHolder.getLocaleContext();
        Map<String, String> mdc = MDC.getCopyOfContextMap();
        return () -> {
            LocaleContextHolder.setLocaleContext(locale);
            if (mdc != null) {
                MDC.setContextMap(mdc);
            }
            try {
                task.run();
            } finally {
                LocaleContextHolder.resetLocaleContext();
                MDC.clear();
            }
        };
    }

    /** Whether this is the current thread. */
    public boolean isCurrent() {
        return thread == Thread.currentThread();
    }

    /** Lets a check run several times in a second while work with this context occupies the current thread. */
    public static void watch(ContextView context, Runnable check) {
        if (isCurrent(context)) {
            context.<CallerThread>get(CallerThread.class).check = check;
        }
    }

    /** Checks the work that occupies the thread. */
    public void check() {
        Runnable current = check;
        if (current != null) {
            current.run();
        }
    }

    /** Ends the use of the thread. */
    public void leave() {
        thread = null;
        check = null;
    }
}
