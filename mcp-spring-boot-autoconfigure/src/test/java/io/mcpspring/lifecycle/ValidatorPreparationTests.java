package io.mcpspring.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValidatorPreparationTests {

    private final List<Runnable> background = new ArrayList<>();

    @Test
    void theLibraryIsLoadedInTheBackgroundIfItIsNeeded() {
        new ValidatorPreparation(() -> true, background::add).prepare();

        assertThat(background).hasSize(1);
    }

    @Test
    void theLibraryIsNotLoadedIfItIsNotNeeded() {
        new ValidatorPreparation(() -> false, background::add).prepare();

        assertThat(background).isEmpty();
    }
}
