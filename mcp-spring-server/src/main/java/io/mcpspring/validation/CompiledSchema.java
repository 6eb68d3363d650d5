package io.mcpspring.validation;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.Specification;
import com.networknt.schema.ValidationLimitExceededException;
import com.networknt.schema.dialect.BasicDialectRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.keyword.NonValidationKeyword;
import com.networknt.schema.vocabulary.Vocabularies;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.JsonNodeException;

/** A JSON Schema in the form of the library that validates values. */
final class CompiledSchema {

    private static final String CURE = "Correct the schema";

    /** The dialects that schemas have used, by their ids: each is built from hundreds of objects. */
    private static final Map<String, Dialect> DIALECTS = new ConcurrentHashMap<>();

    /** The registry of the meta-schemas, created when a schema first has to be checked. */
    private static final SingletonSupplier<SchemaRegistry> META_SCHEMAS =
            SingletonSupplier.of(() -> registry(Specification::getDialect, SchemaRegistryConfig.getInstance()));

    private final Schema compiled;
    private final SchemaProblems problems;
    private final SchemaChoices choices;

    private CompiledSchema(Schema compiled, JsonNode schema) {
        this.compiled = compiled;
        this.problems = new SchemaProblems(schema);
        this.choices = SchemaChoices.of(schema);
    }

    /**
     * Checks and compiles a schema.
     *
     * @throws SchemaException if it is not valid or refers to another document
     */
    static CompiledSchema checked(JsonNode schema) {
        String dialect = schema.path("$schema").asString(SimpleSchemas.DIALECT);
        List<Error> faults = metaSchema(dialect)
                .validate(
                        schema,
                        context -> context.executionConfig(
                                config -> config.locale(Locale.ENGLISH).formatAssertionsEnabled(true)));
        if (!faults.isEmpty()) {
            throw new SchemaException(
                    "The schema is not valid: %s: %s"
                            .formatted(at(faults.get(0)), faults.get(0).getMessage()),
                    CURE);
        }
        return unchecked(schema);
    }

    /** Compiles a schema that is known to be valid. */
    static CompiledSchema unchecked(JsonNode schema) {
        try {
            Schema compiled = registry().getSchema(schema);
            compiled.initializeValidators();
            return new CompiledSchema(compiled, schema);
        } catch (com.networknt.schema.SchemaException ex) {
            throw new SchemaException(
                    "The schema cannot be used: " + firstLine(ex),
                    "Refer only to parts of the same schema, because other documents are not loaded");
        }
    }

    /** Validates a value of a client. */
    List<Problem> validate(JsonNode instance) {
        return validate(instance, choices.steps(instance));
    }

    /** Validates a value of the application, which may take more steps. */
    List<Problem> validateResult(JsonNode instance) {
        return validate(instance, SchemaChoices.MOST_STEPS);
    }

    private List<Problem> validate(JsonNode instance, int steps) {
        Evaluation evaluation = new Evaluation(choices, steps);
        try {
            List<Error> errors = evaluation.errors(compiled, instance);
            return errors.isEmpty() ? List.of() : problems.of(errors, instance);
        } catch (TooManyStepsException ex) {
            return List.of(new Problem(ProblemTexts.path(evaluation.place()), ProblemTexts.TOO_MANY_STEPS));
        } catch (JsonNodeException outOfRange) {
            return List.of(new Problem(ProblemTexts.path(evaluation.place()), "is out of range"));
        } catch (ValidationLimitExceededException | StackOverflowError tooDeep) {
            return List.of(new Problem("", "is too large or too deeply nested to be checked"));
        }
    }

    private static Dialect bounded(Dialect dialect) {
        return Dialect.builder(dialect)
                .keywords(keywords -> {
                    dialect.getVocabularies().keySet().stream()
                            .map(Vocabularies::getVocabulary)
                            .flatMap(vocabulary -> vocabulary.getKeywords().stream())
                            .forEach(keyword -> keywords.putIfAbsent(keyword.getValue(), keyword));
                    keywords.replaceAll(
                            (name, keyword) -> name.equals("format") ? keyword : new BoundedKeyword(keyword));
                    keywords.replace("uniqueItems", new BoundedKeyword(new UniqueItems()));
                })
                .formats(formats -> formats.replaceAll((name, format) -> BoundedFormat.of(format)))
                .formatKeywordFactory(BoundedKeyword.OfFormat::new)
                // Unknown keywords such as x-mcp-header neither restrict values nor cause log entries.
                .unknownKeywordFactory((keyword, context) -> new NonValidationKeyword(keyword))
                .build();
    }

    private static Schema metaSchema(String dialect) {
        try {
            return META_SCHEMAS.obtain().getSchema(SchemaLocation.of(dialect));
        } catch (com.networknt.schema.SchemaException ex) {
            throw new SchemaException(
                    "The schema dialect '%s' is not known".formatted(dialect), "Use " + SimpleSchemas.DIALECT);
        }
    }

    private static SchemaRegistry registry() {
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .formatAssertionsEnabled(true)
                .locale(Locale.ENGLISH)
                .regularExpressionFactory(BoundedPattern::new)
                .build();
        return registry(id -> DIALECTS.computeIfAbsent(id, CompiledSchema::boundedDialect), config);
    }

    /** @param dialects returns the dialect of an id; {@code null} if it is not known */
    private static SchemaRegistry registry(Function<String, @Nullable Dialect> dialects, SchemaRegistryConfig config) {
        return SchemaRegistry.builder()
                .dialectRegistry(new BasicDialectRegistry(dialects))
                .defaultDialectId(SimpleSchemas.DIALECT)
                .schemaRegistryConfig(config)
                .schemaLoader(loader -> loader.block(iri -> !isMetaSchema(iri.toString())))
                .build();
    }

    private static @Nullable Dialect boundedDialect(String id) {
        Dialect dialect = Specification.getDialect(id);
        return dialect == null ? null : bounded(dialect);
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
