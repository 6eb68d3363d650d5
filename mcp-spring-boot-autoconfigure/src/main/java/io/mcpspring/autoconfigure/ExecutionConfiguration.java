package io.mcpspring.autoconfigure;

import io.mcpspring.server.WorkerPool;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.task.SimpleAsyncTaskExecutorBuilder;
import org.springframework.boot.task.ThreadPoolTaskExecutorBuilder;
import org.springframework.boot.thread.Threading;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The executor on which methods run that may block. */
@Configuration(proxyBeanMethods = false)
class ExecutionConfiguration {

    static final String EXECUTOR = "io.mcpspring.executor";

    private static final String THREAD_NAME_PREFIX = "mcp-tool-";

    // Not a default candidate, so that it does not replace an executor of the application or of Spring Boot.
    @Bean(name = EXECUTOR, defaultCandidate = false)
    @ConditionalOnMissingBean(name = EXECUTOR)
    Executor mcpExecutor(
            McpServerProperties properties,
            Environment environment,
            ObjectProvider<ThreadPoolTaskExecutorBuilder> pools,
            ObjectProvider<SimpleAsyncTaskExecutorBuilder> threads) {
        ExecutionProperties execution = properties.execution();
        return Threading.VIRTUAL.isActive(environment)
                ? virtualThreads(execution, threads.getIfAvailable(SimpleAsyncTaskExecutorBuilder::new))
                : pool(execution, pools.getIfAvailable(ThreadPoolTaskExecutorBuilder::new));
    }

    // Refuses tasks beyond the limit, because the non-blocking thread that submits them must not wait.
    private static Executor virtualThreads(ExecutionProperties execution, SimpleAsyncTaskExecutorBuilder builder) {
        Integer limit = execution.maxConcurrency();
        return builder.threadNamePrefix(THREAD_NAME_PREFIX)
                .virtualThreads(true)
                .concurrencyLimit(limit == null ? -1 : limit)
                .rejectTasksWhenLimitReached(true)
                .build();
    }

    // The shutdown waits for requests, not for threads: a method may ignore its cancellation.
    private static Executor pool(ExecutionProperties execution, ThreadPoolTaskExecutorBuilder builder) {
        return builder.threadNamePrefix(THREAD_NAME_PREFIX)
                .corePoolSize(1)
                .maxPoolSize(execution.threads())
                .queueCapacity(execution.pool().queueCapacity())
                .allowCoreThreadTimeOut(true)
                .acceptTasksAfterContextClose(true)
                .awaitTermination(false)
                .configure(new WorkerPool());
    }
}
