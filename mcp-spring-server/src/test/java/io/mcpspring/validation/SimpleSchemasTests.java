package io.mcpspring.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.mcpspring.schema.JsonSchemas;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SimpleSchemasTests {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "true",
                "{}",
                "{'$schema':'https://json-schema.org/draft/2020-12/schema','type':'object'}",
                "{'type':['string','null'],'format':'date','minLength':0,'maxLength':5}",
                "{'type':'object','properties':{'a':{'type':'number','minimum':0.5,'maximum':1},'b':true},"
                        + "'required':['a','b'],'additionalProperties':false}",
                "{'type':'array','items':{'enum':['a',null]},'minItems':1,'maxItems':2}",
                "{'title':'T','description':'D','default':{},'examples':[1],'const':1,'x-mcp-header':'H'}",
                "{'$defs':{'A':{'properties':{'next':{'$ref':'#/$defs/A'}}}},'$ref':'#/$defs/A'}",
                "{'anyOf':[{'type':'null'},{'allOf':[{}]}],'oneOf':[false,{}]}"
            })
    void simpleSchemasAreValid(String schema) {
        JsonNode json = json(schema);

        assertThat(SimpleSchemas.include(json)).isTrue();
        assertThatNoException().isThrownBy(() -> CompiledSchema.checked(json));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "'string'",
                "5",
                "null",
                "[]",
                "{'$schema':'http://json-schema.org/draft-07/schema#'}",
                "{'$schema':5}",
                "{'$ref':'#/$defs/A'}",
                "{'$ref':'#'}",
                "{'$ref':'other.json','$defs':{'other.json':{}}}",
                "{'$ref':'#/$defs/a~0b','$defs':{'a~0b':{}}}",
                "{'$ref':'#/$defs/a%20b','$defs':{'a%20b':{}}}",
                "{'properties':{'a':{'$defs':{'A':{}},'$ref':'#/$defs/A'}}}",
                "{'type':'text'}",
                "{'type':[]}",
                "{'type':['string','string']}",
                "{'type':['string',5]}",
                "{'type':{}}",
                "{'title':5}",
                "{'format':[]}",
                "{'enum':'a'}",
                "{'examples':{}}",
                "{'minimum':'0'}",
                "{'minLength':-1}",
                "{'maxItems':1.5}",
                "{'required':'a'}",
                "{'required':['a','a']}",
                "{'required':[5]}",
                "{'properties':[]}",
                "{'properties':{'a':5}}",
                "{'$defs':{'A':{'type':'text'}}}",
                "{'items':[{}]}",
                "{'additionalProperties':'no'}",
                "{'allOf':[]}",
                "{'anyOf':{}}",
                "{'oneOf':[5]}",
                "{'pattern':'('}",
                "{'not':{}}",
                "{'unknown':true}"
            })
    void allOtherSchemasAreChecked(String schema) {
        assertThat(SimpleSchemas.include(json(schema))).isFalse();
    }

    record Order(
            String id,
            int count,
            Optional<LocalDate> date,
            State state,
            List<Item> items,
            Map<String, Double> prices) {}

    record Item(String name, List<Item> parts) {}

    enum State {
        OPEN,
        CLOSED
    }

    @Test
    void generatedSchemasAreSimple() {
        JsonSchemas schemas = new JsonSchemas(MAPPER, true, List.of());

        assertThat(SimpleSchemas.include(schemas.inputSchema(Order.class))).isTrue();
    }

    private static JsonNode json(String text) {
        return MAPPER.readTree(text.replace('\'', '"'));
    }
}
