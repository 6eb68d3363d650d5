package io.mcpspring.sample;

import io.mcpspring.test.autoconfigure.AutoConfigureMcpTester;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;

/** A test of the running data desk, which all of these tests share. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"desk.statement-timeout=1s", "desk.reader.maximum-pool-size=2"})
@AutoConfigureMcpTester
@interface DeskTest {}
