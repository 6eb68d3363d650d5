package com.example.greeter

import io.mcpspring.annotation.McpPrompt
import org.springframework.stereotype.Component

@Component
class Reviews {

    @McpPrompt(description = "Reviews the first lines of a program")
    fun review(code: String, lines: Int = 10) = "Review $lines lines of $code"
}
