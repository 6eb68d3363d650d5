package com.example.greeter;

import io.mcpspring.annotation.McpTool;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class Greeter {

    public static void main(String[] args) {
        SpringApplication.run(Greeter.class, args);
    }

    @McpTool(description = "Greets somebody")
    public String greet(String name) {
        return "Hello, " + name + "!";
    }
}
