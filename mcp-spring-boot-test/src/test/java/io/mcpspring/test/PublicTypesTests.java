package io.mcpspring.test;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.mcpspring.Internal;
import io.mcpspring.protocol.ProtocolVersion;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The public types of the module are its API, or internal. */
@Tag("change")
class PublicTypesTests {

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.mcpspring.test");

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

    @Test
    void noClassNamesARevision() {
        assertThat(MODULE)
                .flatExtracting(JavaClass::getFieldAccessesFromSelf)
                .filteredOn(access -> access.getTargetOwner().isEquivalentTo(ProtocolVersion.class)
                        && access.getName().startsWith("V20"))
                .isEmpty();
    }

    private static Stream<JavaClass> publicTypes() {
        return MODULE.stream()
                .filter(type -> type.isTopLevelClass() && type.getModifiers().contains(JavaModifier.PUBLIC));
    }
}
