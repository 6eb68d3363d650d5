package io.mcpspring.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.mcpspring.method.McpInterceptor;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

/** The page about interceptors lists the ones of the server. */
class InterceptorsPageTests {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(io\\.mcpspring\\.\\w+)` \\|");

    @Test
    void theTableListsTheBeans() {
        assertThat(ROW.matcher(Page.of("docs/how-to/interceptors.md").text()).results())
                .extracting(row -> row.group(1))
                .containsExactlyInAnyOrderElementsOf(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.mcpspring").stream()
                                .flatMap(type -> type.getMethods().stream())
                                .filter(method -> method.isAnnotatedWith(Bean.class)
                                        && method.getRawReturnType().isAssignableTo(McpInterceptor.class))
                                .map(InterceptorsPageTests::name)
                                .toList());
    }

    private static String name(JavaMethod bean) {
        return bean.getAnnotationOfType(Bean.class).value()[0];
    }
}
