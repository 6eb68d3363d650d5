package io.mcpspring.schema;

import io.mcpspring.benchmarks.Workload.Products;
import io.mcpspring.benchmarks.Workload.Sum;
import java.util.List;
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
import tools.jackson.databind.json.JsonMapper;

/** Generation of schemas, which happens at start-up. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SchemaBenchmark {

    private final JsonSchemas schemas = generators();

    private static JsonSchemas generators() {
        return new JsonSchemas(JsonMapper.shared(), true, List.of());
    }

    @Benchmark
    public JsonSchemas createGenerators() {
        return generators();
    }

    @Benchmark
    public Object inputOfFlatType() {
        return schemas.inputSchema(Sum.class);
    }

    @Benchmark
    public Object inputOfNestedType() {
        return schemas.inputSchema(Products.class);
    }

    // A schema of results is generated once, so this includes the creation of the generators.
    @Benchmark
    public Object firstOutputOfNestedType() {
        return generators().outputSchema(Products.class, false);
    }
}
