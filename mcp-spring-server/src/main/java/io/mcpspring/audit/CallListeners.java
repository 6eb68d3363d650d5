package io.mcpspring.audit;

import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.List;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.event.GenericApplicationListenerAdapter;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.core.ResolvableType;

/** Finds out whether an application listens to calls, because recording one takes as long as the call itself. */
final class CallListeners {

    private static final ResolvableType CALL =
            ResolvableType.forClassWithGenerics(PayloadApplicationEvent.class, McpAuditEvent.Call.class);

    /**
     * Whether there is a listener for calls.
     *
     * @param number the number of listeners to all events, which changes when one is added
     */
    private record Known(int number, boolean any) {}

    private final ApplicationContext application;

    private volatile Known known = new Known(-1, true);

    CallListeners(ApplicationContext application) {
        this.application = application;
    }

    boolean any() {
        int number = listeners(application).size();
        Known current = known;
        if (current.number() != number) {
            current = new Known(number, find());
            known = current;
        }
        return current.any();
    }

    private boolean find() {
        try {
            for (ApplicationContext context = application; context != null; context = context.getParent()) {
                if (listeners(context).stream().anyMatch(CallListeners::wantsCalls)) {
                    return true;
                }
            }
            return false;
        } catch (ConcurrentModificationException listenerAdded) {
            return true;
        }
    }

    private static Collection<ApplicationListener<?>> listeners(ApplicationContext context) {
        return context instanceof AbstractApplicationContext known ? known.getApplicationListeners() : List.of();
    }

    private static boolean wantsCalls(ApplicationListener<?> listener) {
        return new GenericApplicationListenerAdapter(listener).supportsEventType(CALL);
    }
}
