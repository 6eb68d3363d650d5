package io.mcpspring.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CompletionMethodTests {

    @Test
    void nullIsNotProposed() {
        CompletionMethod method = new CompletionMethod(null, null, 10);

        assertThat(method.completion(Arrays.asList("a", null)).values()).containsExactly("a");
    }
}
