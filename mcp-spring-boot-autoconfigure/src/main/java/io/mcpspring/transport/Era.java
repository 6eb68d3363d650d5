package io.mcpspring.transport;

/** One of the two ways in which clients and servers talk; the first that claims a message serves it. */
sealed interface Era permits ModernEra, LegacyEra {

    boolean claims(Post post);

    /** @throws Refusal if the message breaks a rule of its revision */
    Reply receive(Post post);
}
