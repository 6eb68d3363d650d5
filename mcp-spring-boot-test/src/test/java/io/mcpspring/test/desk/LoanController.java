package io.mcpspring.test.desk;

import io.mcpspring.annotation.McpTool;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** A controller with a tool that takes a body. */
@RestController
class LoanController {

    record Loan(String bookTitle, int weekCount) {}

    @McpTool(description = "Renews a loan")
    @PostMapping("/loans")
    Loan renew(@RequestBody Loan loan) {
        return new Loan(loan.bookTitle(), loan.weekCount() + 1);
    }
}
