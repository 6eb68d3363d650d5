package io.mcpspring.observability;

/** Whether a client opens a session, named by the newest revision of the protocol that does so or does not. */
enum Era {
    LEGACY("2025-11-25"),
    MODERN("2026-07-28");

    final String revision;

    Era(String revision) {
        this.revision = revision;
    }
}
