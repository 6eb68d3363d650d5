package io.mcpspring.support;

import io.mcpspring.protocol.ProtocolVersion;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** A test that runs once for every revision. Its first parameter is the {@link ProtocolVersion}. */
@ParameterizedTest
@ArgumentsSource(Revisions.Every.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface EveryRevision {

    /** The oldest of the revisions. */
    ProtocolVersion since() default ProtocolVersion.V2025_03_26;
}
