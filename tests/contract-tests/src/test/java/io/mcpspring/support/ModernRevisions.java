package io.mcpspring.support;

import io.mcpspring.protocol.ProtocolVersion;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** A test that runs once for every revision without sessions. Its first parameter is the {@link ProtocolVersion}. */
@ParameterizedTest
@ArgumentsSource(Revisions.Modern.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ModernRevisions {}
