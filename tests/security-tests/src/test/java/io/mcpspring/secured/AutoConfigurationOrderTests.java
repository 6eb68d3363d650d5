package io.mcpspring.secured;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.autoconfigure.McpServerAutoConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.util.ClassUtils;

/**
 * Whatever auto-configuration of this library comes after another one brings that one forward. Conditions such as
 * {@code @ConditionalOnMissingBean} would then be evaluated in another order than without the library.
 */
class AutoConfigurationOrderTests {

    @Test
    void theOrderOfOtherAutoConfigurationsIsTheSame() {
        List<Class<?>> all = StreamSupport.stream(
                        ImportCandidates.load(AutoConfiguration.class, null).spliterator(), false)
                .<Class<?>>map(name -> ClassUtils.resolveClassName(name, null))
                .toList();
        assertThat(all).contains(McpServerAutoConfiguration.class).hasSizeGreaterThan(50);
        List<Class<?>> others =
                all.stream().filter(AutoConfigurationOrderTests::isOther).toList();

        List<Class<?>> with = new ArrayList<>(sorted(all));
        with.removeIf(type -> !isOther(type));
        assertThat(with).isEqualTo(sorted(others));
    }

    private static boolean isOther(Class<?> type) {
        return !type.getName().startsWith("io.mcpspring.");
    }

    private static List<Class<?>> sorted(List<Class<?>> types) {
        return List.of(AutoConfigurations.getClasses(AutoConfigurations.of(types.toArray(Class<?>[]::new))));
    }
}
