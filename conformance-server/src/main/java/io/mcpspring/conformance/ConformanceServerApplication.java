package io.mcpspring.conformance;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A server that offers what the official conformance suite expects to find. */
@SpringBootApplication
public class ConformanceServerApplication {

    public static void main(String[] args) {
        SpringApplication.run(ConformanceServerApplication.class, args);
    }
}
