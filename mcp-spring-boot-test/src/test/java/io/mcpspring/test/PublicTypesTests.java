package io.mcpspring.test;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.mcpspring.Internal;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The public types of the module are its API, or internal. */
class PublicTypesTests {

    @Test
    void publicTypesAreTheApiOrInternal() {
        assertThat(publicTypes().filter(type -> !type.isAnnotatedWith(Internal.class)))
                .extracting(JavaClass::getFullName)
                .containsExactlyInAnyOrder(
                        "io.mcpspring.test.McpCompletionResponse",
                        "io.mcpspring.test.McpPromptResponse",
                        "io.mcpspring.test.McpResourceResponse",
                        "io.mcpspring.test.McpRunningRequest",
                        "io.mcpspring.test.McpTestRequest",
                        "io.mcpspring.test.McpTestResponse",
                        "io.mcpspring.test.McpTestStream",
                        "io.mcpspring.test.McpTester",
                        "io.mcpspring.test.McpTesterAssert",
                        "io.mcpspring.test.McpToolResponse",
                        "io.mcpspring.test.autoconfigure.AutoConfigureMcpTester",
                        "io.mcpspring.test.autoconfigure.McpServerTest");
        assertThat(publicTypes().filter(type -> type.isAnnotatedWith(Internal.class)))
                .extracting(JavaClass::getSimpleName)
                .containsExactly("ProtocolSchemas");
    }

    private static Stream<JavaClass> publicTypes() {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.mcpspring.test").stream()
                        .filter(type ->
                                type.isTopLevelClass() && type.getModifiers().contains(JavaModifier.PUBLIC));
    }
}
