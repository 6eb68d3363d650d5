package io.mcpspring.benchmarks.checked;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** The tools with Bean Validation, and with the library that counts rates. */
@SpringBootApplication
@Import(CheckedTools.class)
public class CheckedServer {

    public static void main(String[] args) {
        SpringApplication.run(CheckedServer.class, args);
    }
}
