package io.mcpspring.seal;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Sealed values, such as the id of a session that has not been used for a while, or the state of a request. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SealerBenchmark {

    private final Sealer sealer = Sealer.ofProcess();

    private final byte[] data = "{\"user\":\"anna\",\"client\":{\"name\":\"a client\",\"version\":\"1.0.0\"}}"
            .getBytes(StandardCharsets.UTF_8);

    private final String sealed = sealer.seal("session", data);

    @Benchmark
    public String seal() {
        return sealer.seal("session", data);
    }

    @Benchmark
    public Object open() {
        return sealer.open("session", sealed);
    }
}
