package io.mcpspring.springai;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A test that runs for the newest revision with sessions and for the newest one without. */
@ParameterizedTest
@EnumSource(names = {"V2025_11_25", "V2026_07_28"})
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Eras {}
