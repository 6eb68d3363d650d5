package io.mcpspring.contract.limit;

import java.util.ArrayList;
import java.util.List;

/**
 * A row of docs/reference/limits.md, or of the fixed limits of docs/explanation/internals.md.
 *
 * @param kept the first column
 * @param setting has bounds that are low enough to be reached
 * @param before brings the server into the state in which its heap is measured
 * @param fill fills the server up to the bound and beyond, checks what happens there, and gives everything back
 */
record Limit(String kept, Setting setting, Step before, Step fill) {

    /**
     * A kind of server.
     *
     * @param properties without the prefix {@code mcp.server.}
     */
    record Setting(Class<?> beans, List<String> properties) {}

    /** Something that clients do to a server. */
    interface Step {

        void on(LimitedServer server) throws Exception;
    }

    @Override
    public String toString() {
        return kept;
    }

    /** The rows of a table, in groups that share a server. */
    static final class Table {

        private final List<Limit> rows = new ArrayList<>();

        private Setting setting = new Setting(LimitedEntries.class, List.of());

        /** The following rows are tested on a server with these properties. */
        Table on(String... properties) {
            return on(LimitedEntries.class, properties);
        }

        Table on(Class<?> beans, String... properties) {
            setting = new Setting(beans, List.of(properties));
            return this;
        }

        Table row(String kept, Step fill) {
            return row(kept, server -> {}, fill);
        }

        /** Adds a row of something that is replaced, but not given back, so that the bound is filled before, too. */
        Table row(String kept, Step before, Step fill) {
            rows.add(new Limit(kept, setting, before, fill));
            return this;
        }

        List<Limit> rows() {
            return rows;
        }
    }
}
