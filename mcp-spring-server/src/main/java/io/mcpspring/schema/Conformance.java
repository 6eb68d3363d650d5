package io.mcpspring.schema;

import io.mcpspring.Internal;

/** Whether the values of a type fit its schema. */
@Internal
public enum Conformance {

    /** All of them do, because the JVM enforces what the schema says. */
    ALWAYS,

    /** Those in which nothing is {@code null}, and no number infinite or {@code NaN}. */
    UNLESS_EXCEPTIONAL,

    /** It has to be validated. */
    UNKNOWN;

    Conformance and(Conformance other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /**
     * Whether this suffices to know that a value fits the schema.
     *
     * @param json the value as UTF-8
     */
    public boolean isKnownFor(byte[] json) {
        return this == ALWAYS || this == UNLESS_EXCEPTIONAL && !mayBeExceptional(json);
    }

    // The words may also be part of a text, which is validated in vain then.
    private static boolean mayBeExceptional(byte[] json) {
        for (int i = 0; i < json.length - 2; i++) {
            byte first = json[i];
            if (first == 'n' && json[i + 1] == 'u' && json[i + 2] == 'l'
                    || first == 'N' && json[i + 1] == 'a' && json[i + 2] == 'N'
                    || first == 'I' && json[i + 1] == 'n' && json[i + 2] == 'f') {
                return true;
            }
        }
        return false;
    }
}
