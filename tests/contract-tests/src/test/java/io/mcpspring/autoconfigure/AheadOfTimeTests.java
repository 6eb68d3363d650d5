package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.console.McpConsoleAutoConfiguration;
import io.mcpspring.method.CallLimits;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.ResourceContents;
import io.mcpspring.protocol.Role;
import io.mcpspring.tool.McpToolFunction;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.ReflectionHintsPredicates;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.web.context.reactive.AnnotationConfigReactiveWebApplicationContext;
import org.springframework.boot.web.context.servlet.AnnotationConfigServletWebApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigRegistry;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.javapoet.ClassName;
import org.springframework.mock.web.MockServletContext;

/** What Spring's AOT processing of an application finds in the library; .ci/strangers starts what it generates. */
@Tag("change")
class AheadOfTimeTests {

    private static final ReflectionHintsPredicates REFLECTION = RuntimeHintsPredicates.reflection();

    static class Desk {

        @McpTool(description = "Finds a book")
        Book find(String title) {
            return new Book(title);
        }
    }

    record Book(String title) {}

    @Test
    void aWebFluxApplicationHasHints() throws Exception {
        assertHints(process(new AnnotationConfigReactiveWebApplicationContext(), McpWebFluxAutoConfiguration.class));
    }

    @Test
    void aSpringMvcApplicationHasHints() throws Exception {
        AnnotationConfigServletWebApplicationContext application = new AnnotationConfigServletWebApplicationContext();
        application.setServletContext(new MockServletContext());
        RuntimeHints hints =
                process(application, DispatcherServletAutoConfiguration.class, McpServletAutoConfiguration.class);
        assertHints(hints);
    }

    private static <A extends GenericApplicationContext & AnnotationConfigRegistry> RuntimeHints process(
            A application, Class<?>... ofStack) {
        try (application) {
            TestPropertyValues.of("mcp.server.console.enabled=true").applyTo(application);
            application.register(
                    JacksonAutoConfiguration.class,
                    McpConsoleAutoConfiguration.class,
                    McpServerAutoConfiguration.class,
                    Desk.class);
            application.register(ofStack);
            DefaultGenerationContext generation = new DefaultGenerationContext(
                    new ClassNameGenerator(ClassName.get("com.acme", "Application")), new InMemoryGeneratedFiles());
            new ApplicationContextAotGenerator().processAheadOfTime(application, generation);
            return generation.getRuntimeHints();
        }
    }

    private static void assertHints(RuntimeHints hints) throws Exception {
        assertThat(REFLECTION.onMethodInvocation(Desk.class.getDeclaredMethod("find", String.class)))
                .accepts(hints);
        assertThat(REFLECTION.onMethodInvocation(Book.class, "title")).accepts(hints);

        assertThat(REFLECTION.onMethodInvocation(CallToolResult.class, "content"))
                .accepts(hints);
        assertThat(REFLECTION.onMethodInvocation(ResourceContents.Blob.class, "blob"))
                .accepts(hints);
        assertThat(REFLECTION.onFieldAccess(Role.class, "USER")).accepts(hints);
        assertThat(List.of(
                        ClientCapabilities.class.getName(),
                        "io.mcpspring.event.Instances$Envelope",
                        "io.mcpspring.event.InstanceMessage$Answered",
                        "io.mcpspring.exchange.InputRounds$State",
                        "io.mcpspring.session.SessionTokens$Stored",
                        "io.mcpspring.task.McpTask$Stored"))
                .allSatisfy(type -> assertThat(REFLECTION
                                .onType(TypeReference.of(type))
                                .withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS))
                        .accepts(hints));

        assertThat(REFLECTION.onMethodInvocation(CallLimits.Rate.class, "of")).accepts(hints);
        assertThat(REFLECTION.onConstructorInvocation(Secret.class.getDeclaredConstructor(String.class)))
                .accepts(hints);
        assertThat(REFLECTION.onType(McpToolFunction.class).withMemberCategory(MemberCategory.INVOKE_PUBLIC_METHODS))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.resource().forResource("io/mcpspring/console/main.js"))
                .accepts(hints);
    }
}
