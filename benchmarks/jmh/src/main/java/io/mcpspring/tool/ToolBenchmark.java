package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.benchmarks.Workload;
import io.mcpspring.benchmarks.Workload.Product;
import io.mcpspring.benchmarks.Workload.Products;
import io.mcpspring.content.ContentLimit;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.schema.ToolArgument;
import io.mcpspring.validation.CheckingTime;
import io.mcpspring.validation.Conversion;
import io.mcpspring.validation.JsonSchema;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
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
import org.springframework.core.annotation.AnnotatedMethod;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What happens to the arguments and the result of a tool: validation, binding and mapping. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ToolBenchmark {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final JsonSchemas schemas = new JsonSchemas(MAPPER, true, List.of());

    private final ArgumentReader words = reader("words");

    private final ArgumentReader product = reader("product");

    private final JsonSchema wordsSchema = JsonSchema.of(schema("words"));

    private final JsonSchema productSchema = JsonSchema.of(schema("product"));

    private final ResultMapper results = new ResultMapper(
            new OutputTypes(schemas).of(method("search"), Structured.AUTO),
            schemas,
            new ContentLimit(1024 * 1024));

    private final ResultMapper texts = new ResultMapper(
            new OutputTypes(schemas).of(method("words"), Structured.AUTO),
            schemas,
            new ContentLimit(1024 * 1024));

    private final ObjectNode someWords = MAPPER.createObjectNode().put("text", "A text of some words");

    private final ObjectNode convertedWords = MAPPER.createObjectNode().put("text", 17);

    private final ObjectNode someProduct = MAPPER.createObjectNode()
            .set(
                    "product",
                    MAPPER.valueToTree(Workload.search("tents").products().get(0)));

    private final Products found = Workload.search("tents");

    /** The methods whose arguments and results are read and mapped. */
    static class Tools {

        String words(String text) {
            return text;
        }

        String product(Product product) {
            return product.id();
        }

        Products search(String query) {
            return Workload.search(query);
        }
    }

    private ArgumentReader reader(String name) {
        JsonLimits limits = new JsonLimits(4 * 1024 * 1024, 100);
        return new ArgumentReader(
                schema(name), Tools.class, arguments(name), MAPPER, new Conversion(true, true, limits));
    }

    private ObjectNode schema(String name) {
        return schemas.inputSchema(Tools.class, arguments(name));
    }

    private static List<ToolArgument> arguments(String name) {
        return Arrays.stream(new AnnotatedMethod(method(name).method()).getMethodParameters())
                .map(parameter -> ToolArgument.of(parameter, text -> text))
                .toList();
    }

    private static BeanMethod method(String name) {
        Method method = Arrays.stream(Tools.class.getDeclaredMethods())
                .filter(candidate -> candidate.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return BeanMethod.of(new Tools(), method);
    }

    @Benchmark
    public Object validateText() {
        return wordsSchema.validate(someWords);
    }

    @Benchmark
    public Object validateRecord() {
        return productSchema.validate(someProduct);
    }

    // Reading includes the validation.
    @Benchmark
    public Object readText() {
        CheckingTime time = new CheckingTime();
        return words.read(words.accept(someWords, RequestMemory.UNCOUNTED, time), time);
    }

    @Benchmark
    public Object readTextGivenAsNumber() {
        CheckingTime time = new CheckingTime();
        return words.read(words.accept(convertedWords, RequestMemory.UNCOUNTED, time), time);
    }

    @Benchmark
    public Object readRecord() {
        CheckingTime time = new CheckingTime();
        return product.read(product.accept(someProduct, RequestMemory.UNCOUNTED, time), time);
    }

    @Benchmark
    public CallToolResult mapText() throws IOException {
        return texts.map("A text of some words");
    }

    @Benchmark
    public CallToolResult mapStructured() throws IOException {
        return results.map(found);
    }
}
