package com.example.greeter

import io.mcpspring.annotation.McpTool
import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.boot.runApplication

@SpringBootApplication
class Greeter {

    @McpTool(description = "Greets somebody")
    fun greet(name: String): String = "Hello, $name!"
}

fun main(args: Array<String>) {
    runApplication<Greeter>(*args)
}
