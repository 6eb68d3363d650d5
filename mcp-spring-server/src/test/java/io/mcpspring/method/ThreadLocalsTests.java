package io.mcpspring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpspring.server.ThreadLocals;
import io.micrometer.context.ContextRegistry;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.OverridingClassLoader;
import org.springframework.util.ReflectionUtils;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

class ThreadLocalsTests {

    private static final ThreadLocal<String> USER = new ThreadLocal<>();
    private static final Executor WORKERS = task -> new Thread(task).start();

    @BeforeEach
    void register() {
        ContextRegistry.getInstance().registerThreadLocalAccessor("user", USER);
    }

    @AfterEach
    void remove() {
        ContextRegistry.getInstance().removeThreadLocalAccessor("user");
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "onCall", "onSubscription", "fromContext", "later"})
    void valuesOfTheReactorContextReachTheMethod(String name) {
        BeanMethod method = BeanMethod.of(new Subject(), ReflectionUtils.findMethod(Subject.class, name));
        Mono<Optional<Object>> call = new InvokedMethod(method, WORKERS, 1).invoke();
        assertThat(call.contextWrite(Context.of("user", "Ada")).block(Duration.ofSeconds(10)))
                .contains("Ada");
        assertThat(USER.get()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "onCall"})
    void valuesOfACallDoNotReachTheNextCall(String name) throws Exception {
        ExecutorService worker = Executors.newSingleThreadExecutor();
        try {
            worker.submit(() -> USER.set("Eve")).get();
            BeanMethod leaving = BeanMethod.of(new Subject(), ReflectionUtils.findMethod(Subject.class, "leaving"));
            BeanMethod next = BeanMethod.of(new Subject(), ReflectionUtils.findMethod(Subject.class, name));
            for (BeanMethod method : List.of(next, leaving, next)) {
                Optional<Object> seen = new InvokedMethod(method, worker, 1)
                        .invoke()
                        .subscribeOn(Schedulers.fromExecutor(worker))
                        .block(Duration.ofSeconds(10));
                assertThat(seen).isEmpty();
            }
        } finally {
            worker.shutdownNow();
        }
    }

    @Test
    void callsWorkWithoutTheLibrary() throws Exception {
        ClassLoader without = new WithoutContextPropagation();
        Class<?> threadLocals = without.loadClass(ThreadLocals.class.getName());
        assertThat(threadLocals).isNotSameAs(ThreadLocals.class);
        assertThatExceptionOfType(ClassNotFoundException.class)
                .isThrownBy(() -> without.loadClass(ContextRegistry.class.getName()));
        Method with = threadLocals.getDeclaredMethod("with", ContextView.class, Runnable.class);
        with.setAccessible(true);
        StringBuilder ran = new StringBuilder();
        with.invoke(null, Context.of("user", "Ada"), (Runnable) () -> ran.append(USER.get()));
        assertThat(ran).hasToString("null");
    }

    private static final class WithoutContextPropagation extends OverridingClassLoader {

        WithoutContextPropagation() {
            super(ThreadLocals.class.getClassLoader());
        }

        @Override
        protected boolean isEligibleForOverriding(String className) {
            return className.startsWith(ThreadLocals.class.getName());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("io.micrometer.context.")) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }
    }

    static class Subject {

        @Nullable
        String blocking() {
            return USER.get();
        }

        void leaving() {
            USER.set("Ada");
        }

        Mono<String> onCall() {
            return Mono.justOrEmpty(USER.get());
        }

        Mono<String> onSubscription() {
            return Mono.fromSupplier(USER::get);
        }

        Mono<String> fromContext() {
            return Mono.deferContextual(context -> Mono.just(context.get("user")));
        }

        Object later() {
            return onSubscription();
        }
    }
}
