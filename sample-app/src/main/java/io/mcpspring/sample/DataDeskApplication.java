package io.mcpspring.sample;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the data desk. */
@SpringBootApplication
public class DataDeskApplication {

    public static void main(String[] args) {
        SpringApplication.run(DataDeskApplication.class, args);
    }
}
