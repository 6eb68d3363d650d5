package io.mcpspring.support;

import io.mcpspring.protocol.ProtocolVersion;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** A test that runs once for every revision with sessions. Its first parameter is the {@link ProtocolVersion}. */
@ParameterizedTest
@Tag("legacy")
@ArgumentsSource(Revisions.Legacy.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface LegacyRevisions {

    /** The oldest of the revisions. */
    ProtocolVersion since() default ProtocolVersion.V2025_03_26;
}
