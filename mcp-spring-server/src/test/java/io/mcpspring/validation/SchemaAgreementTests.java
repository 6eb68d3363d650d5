package io.mcpspring.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The checks of generated schemas accept and refuse the same values as the library for validation. */
class SchemaAgreementTests {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final List<String> NAMES = List.of("a", "b", "c d");

    private static final List<String> SCALARS = List.of(
            "0",
            "1",
            "-1",
            "1.0",
            "1.5",
            "1e2",
            "7",
            "123456789012345678901234567890",
            "true",
            "false",
            "null",
            "\"\"",
            "\"a\"",
            "\"ab\"",
            "\"5\"",
            "\" \"",
            "\"\uD83D\uDE00\"",
            "\"2026-01-31\"",
            "\"2026-02-30\"",
            "\"2026-01-31T10:00:00Z\"",
            "\"PT1H\"",
            "\"https://example.org/a\"",
            "\"a b\"",
            "\"me@example.org\"",
            "\"2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3eb1\"");

    private static final List<String> KEYWORDS = List.of(
            "{}",
            "true",
            "false",
            "{'type':'string'}",
            "{'type':'integer'}",
            "{'type':'number'}",
            "{'type':'boolean'}",
            "{'type':'null'}",
            "{'type':'object'}",
            "{'type':'array'}",
            "{'type':['string','null']}",
            "{'type':['integer','string']}",
            "{'enum':['a',1,null,[1],{'a':1}]}",
            "{'const':1}",
            "{'const':{'a':1.0}}",
            "{'minimum':1}",
            "{'maximum':1.5}",
            "{'exclusiveMinimum':0}",
            "{'exclusiveMaximum':7}",
            "{'multipleOf':0.5}",
            "{'minLength':1}",
            "{'maxLength':1}",
            "{'pattern':'^[a-z]+$'}",
            "{'pattern':'\\\\S'}",
            "{'format':'date'}",
            "{'format':'date-time'}",
            "{'format':'duration'}",
            "{'format':'uri'}",
            "{'format':'uri-reference'}",
            "{'format':'email'}",
            "{'format':'uuid'}",
            "{'format':'unknown'}",
            "{'minItems':1,'maxItems':2}",
            "{'uniqueItems':true}",
            "{'minProperties':1,'maxProperties':1}",
            "{'required':['a']}",
            "{'propertyNames':{'pattern':'^[ab]$'}}",
            "{'$ref':'#/$defs/D'}",
            "{'title':'T','description':'D','default':1,'examples':[1],'x-mcp-header':'H'}");

    @Test
    void valuesAreJudgedAlike() {
        compare(2_000, 1);
    }

    @Test
    @Tag("change")
    void manyValuesAreJudgedAlike() {
        compare(20_000, 2);
    }

    @Test
    @Tag("full")
    void aMillionValuesAreJudgedAlike() {
        compare(1_000_000, 3);
    }

    private static void compare(int values, long seed) {
        Random random = new Random(seed);
        for (int compared = 0; compared < values; compared += 20) {
            ObjectNode schema = MAPPER.createObjectNode();
            schema.set("allOf", MAPPER.createArrayNode().add(schema(random, 3)));
            schema.putObject("$defs").set("D", schema(random, 0));
            if (schema.at("/$defs/D").has("$ref")) {
                continue;
            }
            assertThat(SchemaCompiler.compile(schema).complete())
                    .as("%s", schema)
                    .isTrue();
            JsonSchema own = JsonSchema.of(schema);
            ForeignSchema library = new ForeignSchema(schema, false);
            for (int i = 0; i < 20; i++) {
                JsonNode value = value(random, 3);
                assertThat(own.validate(value).isEmpty())
                        .as("%s%n%s%n%s", schema, value, own.validate(value))
                        .isEqualTo(library.validate(value).isEmpty());
            }
        }
    }

    private static JsonNode schema(Random random, int depth) {
        JsonNode simple = MAPPER.readTree(one(KEYWORDS, random).replace('\'', '"'));
        if (depth == 0 || random.nextInt(3) == 0 || !(simple instanceof ObjectNode schema)) {
            return simple;
        }
        switch (random.nextInt(8)) {
            case 0 -> schema.set("items", schema(random, depth - 1));
            case 1 -> schema.set("prefixItems", schemas(random, depth - 1));
            case 2 -> schema.set("additionalProperties", schema(random, depth - 1));
            case 3 -> schema.set("anyOf", schemas(random, depth - 1));
            case 4 -> schema.set("oneOf", schemas(random, depth - 1));
            case 5 -> schema.set("allOf", schemas(random, depth - 1));
            default -> {
                ObjectNode properties = schema.putObject("properties");
                NAMES.forEach(name -> properties.set(name, schema(random, depth - 1)));
                if (random.nextBoolean()) {
                    schema.put("additionalProperties", false);
                }
            }
        }
        return schema;
    }

    private static ArrayNode schemas(Random random, int depth) {
        ArrayNode schemas = MAPPER.createArrayNode();
        for (int i = random.nextInt(3); i >= 0; i--) {
            schemas.add(schema(random, depth));
        }
        return schemas;
    }

    private static JsonNode value(Random random, int depth) {
        if (depth == 0 || random.nextInt(3) == 0) {
            return MAPPER.readTree(one(SCALARS, random));
        }
        if (random.nextBoolean()) {
            ArrayNode array = MAPPER.createArrayNode();
            for (int i = random.nextInt(4); i > 0; i--) {
                array.add(value(random, depth - 1));
            }
            return array;
        }
        ObjectNode object = MAPPER.createObjectNode();
        for (int i = random.nextInt(4); i > 0; i--) {
            object.set(one(NAMES, random), value(random, depth - 1));
        }
        return object;
    }

    private static String one(List<String> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }
}
