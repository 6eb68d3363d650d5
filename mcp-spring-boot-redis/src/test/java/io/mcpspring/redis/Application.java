package io.mcpspring.redis;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.exchange.McpExchange;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;

/** An application with instances. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Application {

    static final Semaphore BEGUN = new Semaphore(0);

    static final Semaphore CANCELLED = new Semaphore(0);

    static volatile CountDownLatch done = new CountDownLatch(1);

    // The first server that is closed would end global event loops.
    @Bean
    static ReactorResourceFactory reactorResourceFactory() {
        ReactorResourceFactory resources = new ReactorResourceFactory();
        resources.setUseGlobalResources(false);
        resources.setShutdownQuietPeriod(Duration.ZERO);
        return resources;
    }

    public static void main(String[] arguments) {
        Instance.start(Integer.parseInt(arguments[0]), Arrays.copyOfRange(arguments, 1, arguments.length));
    }

    @McpTool
    String hello() {
        return "hello";
    }

    @McpTool(rate = "10/1h")
    String rare() {
        return "rare";
    }

    @McpTool
    String ask(McpExchange exchange) {
        return exchange.roots().get(0).uri().toString();
    }

    @McpTool(task = TaskSupport.OPTIONAL)
    String brief() throws InterruptedException {
        Thread.sleep(1_500);
        return "brief";
    }

    @McpTool(task = TaskSupport.OPTIONAL)
    String work() throws InterruptedException {
        BEGUN.release();
        try {
            done.await();
            return "done";
        } catch (InterruptedException ex) {
            CANCELLED.release();
            throw ex;
        }
    }
}
