package io.mcpspring.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.catalina.connector.ResponseFacade;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.mock.web.MockHttpServletResponse;

class TomcatConnectionsTests {

    @Test
    void nativeImagesCanReadTheFieldOfTomcat() {
        RuntimeHints hints = new RuntimeHints();
        new TomcatConnections.Hints().registerHints(hints, null);
        assertThat(RuntimeHintsPredicates.reflection().onFieldAccess(ResponseFacade.class, "response"))
                .accepts(hints);
    }

    @Test
    void theResponseOfAnotherContainerIsLeftToIt() {
        assertThat(new TomcatConnections().close(new MockHttpServletResponse())).isFalse();
    }
}
