package io.mcpspring.autoconfigure;

import io.mcpspring.exchange.Asking;
import io.mcpspring.exchange.InputRounds;
import io.mcpspring.exchange.OpenQuestions;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.InjectedParameters;
import io.mcpspring.method.Invocations;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.method.WorkerPool;
import io.mcpspring.schema.Forms;
import io.mcpspring.schema.McpSchemaCustomizer;
import io.mcpspring.seal.Sealer;
import io.mcpspring.server.Refusals;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.task.SimpleAsyncTaskExecutorBuilder;
import org.springframework.boot.task.ThreadPoolTaskExecutorBuilder;
import org.springframework.boot.thread.Threading;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.http.HttpHeaders;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.server.ServerWebExchange;

/** The beans that call methods, and that send their questions to clients. */
@Configuration(proxyBeanMethods = false)
class ExecutionConfiguration {

    private static final String EXECUTOR = "io.mcpspring.executor";

    private static final String THREAD_NAME_PREFIX = "mcp-tool-";

    private static final Log logger = LogFactory.getLog(McpServerAutoConfiguration.class);

    private final McpServerProperties properties;

    ExecutionConfiguration(McpServerProperties properties) {
        this.properties = properties;
    }

    // Not a default candidate, so that it does not replace an executor of the application or of Spring Boot.
    @Bean(name = EXECUTOR, defaultCandidate = false)
    @ConditionalOnMissingBean(name = EXECUTOR)
    Executor mcpExecutor(
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
                .corePoolSize(execution.threads())
                .maxPoolSize(execution.threads())
                .queueCapacity(execution.pool().queueCapacity())
                .allowCoreThreadTimeOut(true)
                .acceptTasksAfterContextClose(true)
                .awaitTermination(false)
                .configure(new WorkerPool());
    }

    // Lazy, because it collects beans of the application, which may depend on the features.
    @Bean("io.mcpspring.calls")
    @Lazy
    BoundMethod.Calls mcpCalls(
            ConfigurableApplicationContext application,
            ObjectProvider<BoundMethod.Security> security,
            @Qualifier(EXECUTOR) Executor executor) {
        return new BoundMethod.Calls(
                new InjectedParameters(application, Set.of(ServerWebExchange.class, HttpHeaders.class)),
                executor,
                properties.tools().maxCollected(),
                security.getIfAvailable(() -> BoundMethod.Security.NONE));
    }

    @Bean("io.mcpspring.invocations")
    Invocations mcpInvocations(
            ObjectProvider<McpInterceptor> interceptors,
            ObjectProvider<McpToolExceptionResolver> resolvers,
            Refusals refusals) {
        return new Invocations(interceptors, resolvers, refusals);
    }

    @Bean("io.mcpspring.sealer")
    Sealer mcpSealer() {
        if (properties.secret() == null) {
            logger.info("mcp.server.secret is not set, so sessions end with this process");
            return Sealer.ofProcess();
        }
        List<String> secrets = new ArrayList<>(List.of(properties.secret().value()));
        properties.previousSecrets().forEach(previous -> secrets.add(previous.value()));
        return new Sealer(secrets);
    }

    @Bean("io.mcpspring.forms")
    Forms mcpForms(BeanFactory beans, ObjectProvider<McpSchemaCustomizer> customizers) {
        return new Forms(
                new ApplicationMapper(beans).get(), customizers.orderedStream().toList());
    }

    @Bean("io.mcpspring.asking")
    Asking mcpAsking(Sealer sealer, Forms forms, @Qualifier(EXECUTOR) Executor executor) {
        McpServerProperties.Client client = properties.client();
        return new Asking(
                new InputRounds(sealer, client.requestTimeout(), InstantSource.system()),
                forms,
                new OpenQuestions(client.maxPendingTotal(), maxWaiting(executor, properties.execution())),
                client.requestTimeout());
    }

    // The other half of the workers remains available to calls that do not wait for a client.
    private static int maxWaiting(Executor executor, ExecutionProperties execution) {
        return workers(executor, execution) / 2;
    }

    private static int workers(Executor executor, ExecutionProperties execution) {
        if (executor instanceof ThreadPoolTaskExecutor pool) {
            return workers(pool.getThreadPoolExecutor());
        }
        if (executor instanceof ThreadPoolExecutor pool) {
            return workers(pool);
        }
        if (executor instanceof SimpleAsyncTaskExecutor threads) {
            return threads.getConcurrencyLimit() > 0 ? threads.getConcurrencyLimit() : Integer.MAX_VALUE;
        }
        // Its size is not accessible.
        return execution.threads();
    }

    // A pool has more than its core threads only while its queue is full.
    private static int workers(ThreadPoolExecutor pool) {
        boolean queues = pool.getQueue().remainingCapacity() > 0;
        return queues ? Math.max(1, pool.getCorePoolSize()) : pool.getMaximumPoolSize();
    }
}
