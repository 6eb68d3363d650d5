package io.mcpspring.conformance;

import java.util.Base64;

/** The smallest valid files of their types. */
final class Samples {

    /** One red pixel. */
    static final byte[] PNG = Base64.getDecoder()
            .decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4"
                    + "z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC");

    /** Four samples of eight bits. */
    static final byte[] WAV =
            Base64.getDecoder().decode("UklGRigAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQQAAACA" + "jIB0");

    private Samples() {}
}
