package io.mcpspring.sample;

import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** Lists the tables that other instances have saved and dropped. */
@Configuration(proxyBeanMethods = false)
@Profile("replicas")
@EnableScheduling
class SharedTables {

    private final TableResources resources;

    SharedTables(TableResources resources) {
        this.resources = resources;
    }

    @Scheduled(fixedDelay = 5, timeUnit = TimeUnit.SECONDS)
    void refresh() {
        resources.refresh();
    }
}
