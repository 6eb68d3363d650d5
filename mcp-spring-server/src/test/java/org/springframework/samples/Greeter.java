package org.springframework.samples;

import io.mcpspring.annotation.McpTool;

/** A class of an application whose package begins as those of the framework do. */
public class Greeter {

    @McpTool
    public String greet(String name) {
        return "Hello " + name;
    }
}
