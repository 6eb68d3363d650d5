package io.mcpspring.conformance;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A server with the tools, prompts and resources that the official conformance suite expects. */
@SpringBootApplication
public class ConformanceServerApplication {

    public static void main(String[] args) {
        SpringApplication.run(ConformanceServerApplication.class, args);
    }
}
