package io.mcpspring.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;

class JavaTypesTests {

    static class Methods {

        <T extends Comparable<T>> List<T> bounded() {
            return List.of();
        }

        Map<List<String>, List<Duration[]>> repeated() {
            return Map.of();
        }
    }

    @Test
    void aTypeThatIsBoundedByItselfHasAnEnd() {
        assertThat(JavaTypes.classes(returnType("bounded"))).containsExactly(List.class, Comparable.class);
    }

    @Test
    void theTypesWithinEachUseOfATypeAreFound() {
        assertThat(JavaTypes.classes(returnType("repeated")))
                .containsExactly(Map.class, List.class, String.class, Duration[].class, Duration.class);
    }

    private static ResolvableType returnType(String method) {
        return ResolvableType.forMethodReturnType(ReflectionUtils.findMethod(Methods.class, method));
    }
}
