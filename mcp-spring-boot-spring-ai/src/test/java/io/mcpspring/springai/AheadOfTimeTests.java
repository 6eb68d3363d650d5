package io.mcpspring.springai;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.predicate.ReflectionHintsPredicates;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.web.context.reactive.AnnotationConfigReactiveWebApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

/** What Spring's AOT processing finds. */
@Tag("change")
class AheadOfTimeTests {

    @Test
    void methodsWithAnnotationsOfSpringAiHaveHints() throws Exception {
        DefaultGenerationContext generation = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get("com.acme", "Application")), new InMemoryGeneratedFiles());
        try (AnnotationConfigReactiveWebApplicationContext application =
                new AnnotationConfigReactiveWebApplicationContext()) {
            application.register(McpSpringAiAutoConfiguration.class, Desk.class);
            new ApplicationContextAotGenerator().processAheadOfTime(application, generation);
        }
        ReflectionHintsPredicates reflection = RuntimeHintsPredicates.reflection();
        assertThat(reflection.onMethodInvocation(Desk.class.getDeclaredMethod("lock")))
                .accepts(generation.getRuntimeHints());
        assertThat(reflection.onConstructorInvocation(Desk.Tags.class.getConstructor()))
                .accepts(generation.getRuntimeHints());
    }
}
