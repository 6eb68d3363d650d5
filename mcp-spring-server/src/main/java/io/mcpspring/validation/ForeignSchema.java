package io.mcpspring.validation;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.Specification;
import com.networknt.schema.dialect.BasicDialectRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.keyword.NonValidationKeyword;
import com.networknt.schema.path.NodePath;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;
import tools.jackson.databind.JsonNode;

/** A schema with keywords of which generated schemas do not consist, in the form of the library for validation. */
final class ForeignSchema {

    /** The dialects that schemas have used, by their ids: each is built from hundreds of objects. */
    private static final Map<String, Dialect> DIALECTS = new ConcurrentHashMap<>();

    /** The registry of the meta-schemas, created when a schema first has to be checked. */
    private static final SingletonSupplier<SchemaRegistry> META_SCHEMAS = SingletonSupplier.of(ForeignSchema::registry);

    private final Schema compiled;

    private final boolean foreignUniqueItems;

    /**
     * Compiles a valid schema.
     *
     * @param foreignUniqueItems as in {@link SchemaCompiler.Compiled}
     * @throws DeclarationException if it refers to another document
     */
    ForeignSchema(JsonNode schema, boolean foreignUniqueItems) {
        this.foreignUniqueItems = foreignUniqueItems;
        try {
            this.compiled = registry().getSchema(schema);
            compiled.initializeValidators();
        } catch (SchemaException ex) {
            throw new DeclarationException(
                    "The schema cannot be used: " + firstLine(ex),
                    "Refer only to parts of the same schema, because other documents are not loaded");
        }
    }

    static void requireValid(JsonNode schema) {
        List<Error> faults = metaSchema(schema.path("$schema").asString(SchemaCompiler.DIALECT))
                .validate(schema);
        if (!faults.isEmpty()) {
            Error fault = faults.get(0);
            throw new DeclarationException(
                    "The schema is not valid: %s: %s".formatted(at(fault), fault.getMessage()), "Correct the schema");
        }
    }

    /** Returns the problems of a value, up to {@link Problem#MOST}. */
    List<Problem> validate(JsonNode value) {
        if (foreignUniqueItems && hasManyItems(value)) {
            throw new TooSlowException();
        }
        Evaluation evaluation = new Evaluation();
        compiled.validate(evaluation, value);
        return evaluation.getErrors().stream()
                .map(ForeignSchema::problem)
                .distinct()
                .toList();
    }

    private static boolean hasManyItems(JsonNode value) {
        return value.isArray() && value.size() > SchemaCompiler.MOST_UNIQUE_ITEMS
                || value.valueStream().anyMatch(ForeignSchema::hasManyItems);
    }

    private static Problem problem(Error error) {
        NodePath location = error.getInstanceLocation();
        List<Object> place = IntStream.range(0, location.getNameCount())
                .mapToObj(location::getElement)
                .toList();
        return new Problem(ProblemTexts.path(place), ProblemTexts.cut(error.getMessage()));
    }

    private static @Nullable Dialect limitedDialect(String id) {
        Dialect dialect = Specification.getDialect(id);
        if (dialect == null) {
            return null;
        }
        return Dialect.builder(dialect)
                .formats(formats -> formats.replaceAll((name, format) -> new LimitedFormat(format)))
                // Unknown keywords such as x-mcp-header neither restrict values nor cause log entries.
                .unknownKeywordFactory((keyword, context) -> new NonValidationKeyword(keyword))
                .build();
    }

    private static Schema metaSchema(String dialect) {
        try {
            return META_SCHEMAS.obtain().getSchema(SchemaLocation.of(dialect));
        } catch (SchemaException ex) {
            throw new DeclarationException(
                    "The schema dialect '%s' is not known".formatted(dialect), "Use " + SchemaCompiler.DIALECT);
        }
    }

    private static SchemaRegistry registry() {
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .formatAssertionsEnabled(true)
                .locale(Locale.ENGLISH)
                .regularExpressionFactory(regex -> InterruptibleText.search(regex)::test)
                .build();
        return SchemaRegistry.builder()
                .dialectRegistry(
                        new BasicDialectRegistry(id -> DIALECTS.computeIfAbsent(id, ForeignSchema::limitedDialect)))
                .defaultDialectId(SchemaCompiler.DIALECT)
                .schemaRegistryConfig(config)
                .schemaLoader(loader -> loader.block(iri -> !isMetaSchema(iri.toString())))
                .build();
    }

    private static boolean isMetaSchema(String iri) {
        return iri.startsWith("https://json-schema.org/draft/") || iri.startsWith("http://json-schema.org/draft-");
    }

    private static String at(Error error) {
        String location = error.getInstanceLocation().toString();
        return location.isEmpty() ? "at its root" : "at " + location;
    }

    private static String firstLine(RuntimeException ex) {
        String line = String.valueOf(ex.getMessage()).lines().findFirst().orElse("");
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }
}
