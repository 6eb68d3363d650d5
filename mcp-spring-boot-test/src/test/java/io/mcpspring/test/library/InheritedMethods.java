package io.mcpspring.test.library;

import io.mcpspring.annotation.McpTool;
import org.springframework.stereotype.Component;

/** Components whose annotations are on interfaces. */
final class InheritedMethods {

    private InheritedMethods() {}

    interface Books {

        @McpTool(description = "Finds a book")
        String find(String title);
    }

    interface SpecialBooks extends Books {}

    abstract static class AbstractLoans implements Loans {}

    interface Loans {

        @McpTool(description = "Lends a book")
        String lend(String title);
    }

    @Component
    static class BookTools implements SpecialBooks {

        @Override
        public String find(String title) {
            return "Found " + title;
        }
    }

    @Component
    static class LoanTools extends AbstractLoans {

        @Override
        public String lend(String title) {
            return "Lent " + title;
        }
    }
}
