package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnServletContainers;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** The threads of the container, and the workers, are virtual threads: methods and filters see the same. */
@OnServletContainers("Methods run on the threads of the container")
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "Needs virtual threads")
class ServletVirtualThreadTests extends ServletThreadTests {

    @Override
    String[] threads() {
        return new String[] {"spring.threads.virtual.enabled=true"};
    }

    @EveryRevision
    void methodsRunOnVirtualThreads(ProtocolVersion version) {
        McpTestClient client = server().client(version);
        assertThat(client.call("group").contentText()).isEqualTo("VirtualThreads");
        assertThat(client.call("groupOfWorker").contentText()).isEqualTo("VirtualThreads");
    }
}
