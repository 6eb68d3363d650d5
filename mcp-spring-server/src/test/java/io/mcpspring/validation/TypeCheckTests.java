package io.mcpspring.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TypeCheckTests {

    private static final List<JsonMapper> MAPPERS = List.of(
            JsonMapper.shared(),
            JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .build());

    private static final List<String> SCHEMAS = List.of(
            "true",
            "false",
            "{}",
            "{'title':'T','description':'D','default':1,'examples':[1],'x-mcp-header':'H','$defs':{'A':false}}",
            "{'type':'object'}",
            "{'type':'array'}",
            "{'type':'string'}",
            "{'type':'integer'}",
            "{'type':'number'}",
            "{'type':'boolean'}",
            "{'type':'null'}",
            "{'type':['string','null']}",
            "{'type':['integer','number']}",
            "{'type':['integer','array'],'items':{'type':'integer'}}",
            "{'items':{'type':['null','object'],'properties':{'a':{'type':'string'}}}}",
            "{'items':false}",
            "{'properties':{'a':{'type':'string'},'b':{'type':'integer'}},'required':['a']}",
            "{'type':'object','properties':{'a':{'type':'string'},'b':{'type':'integer'}},'required':['a','b']}",
            "{'type':'object','properties':{'a':{'type':'object','required':['c']}},'additionalProperties':false}",
            "{'type':'object','properties':{'a':true,'b':false}}",
            "{'type':'object','additionalProperties':{'type':'array','items':{'type':'number'}}}",
            "{'type':'object','properties':{'a':{'type':'string','maxLength':1}}}",
            "{'type':'string','enum':['x']}",
            "{'type':'string','enum':['x'],'enumNames':['X']}",
            "{'enum':['x',null,1,1.5,true,[1],{}]}",
            "{'items':{'enum':[1.0,1e400,12345678901234567890123]}}",
            "{'const':1}",
            "{'minimum':2}",
            "{'type':'string','format':'date'}",
            "{'anyOf':[{'type':'string'}]}",
            "{'anyOf':[{'type':'string'},{'type':'null'}]}",
            "{'anyOf':[{'type':'null'},{'type':'integer'}]}",
            "{'anyOf':[{'enum':['x']},{'type':'null','enum':['y']}]}",
            "{'type':'object','properties':{'a':{'anyOf':[{'type':'object','required':['c']},{'type':'null'}]}}}",
            "{'$ref':'#/$defs/A','$defs':{'A':{'type':'string'}}}");

    private static final List<String> VALUES = List.of(
            "{}",
            "[]",
            "'x'",
            "''",
            "1",
            "-0",
            "1.0",
            "1.5",
            "1e400",
            "1e-400",
            "12345678901234567890123",
            "true",
            "null",
            "[1]",
            "[1.0]",
            "[1,'x']",
            "[null,{}]",
            "[[1.5],[]]",
            "[{'a':'x'},{'a':1}]",
            "{'a':'x'}",
            "{'a':'xx'}",
            "{'a':1}",
            "{'a':null}",
            "{'b':1}",
            "{'a':'x','b':1}",
            "{'a':'x','b':1.0}",
            "{'a':'x','b':'y'}",
            "{'a':'x','b':1,'d':{}}",
            "{'a':{'c':1}}",
            "{'a':{}}",
            "{'a':[1.5]}",
            "{'a':[[1]]}",
            "{'d':[1]}",
            "[1e400]",
            "[12345678901234567890123]",
            "{'a':null,'b':null}");

    @ParameterizedTest(name = "{0}")
    @FieldSource("SCHEMAS")
    void everyRecognisedValueFits(String schema) {
        JsonNode json = json(schema);
        assertThat(SimpleSchemas.include(json)).isTrue();
        TypeCheck check = TypeCheck.of(json);
        CompiledSchema complete = CompiledSchema.unchecked(json);

        assertThat(values().filter(check::recognises))
                .allSatisfy(value -> assertThat(complete.validate(value)).isEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{}                                                           | {'a':[1,{'b':null}]}",
                "{'type':'object','properties':{'a':{'type':'string'}}}       | {'a':'x'}",
                "{'type':'object','properties':{'a':{'type':'integer'}}}      | {'a':1}",
                "{'type':'object','properties':{'a':{'type':'number'}}}       | {'a':1.5}",
                "{'type':'object','properties':{'a':{'type':'boolean'}}}      | {'a':true,'b':1}",
                "{'type':'object','properties':{'a':{'type':'string','enum':['x','y']}}} | {'a':'y'}",
                "{'type':'object','properties':{'a':{'type':['string','null']}}} | {'a':null}",
                "{'type':'object','properties':{'a':{'anyOf':[{'type':'string'},{'type':'null'}]}}} | {'a':'x'}",
                "{'type':'object','properties':{'a':{'anyOf':[{'type':'string'},{'type':'null'}]}}} | {'a':null}",
                "{'type':'object','properties':{'a':{'items':{'type':'string'}}},'required':['a']} | {'a':['x']}",
                "{'type':'object','properties':{'a':{'minimum':1},'b':{}},'additionalProperties':false} | {'b':1}"
            })
    void usualValuesAreRecognised(String schema, String value) {
        assertThat(TypeCheck.of(json(schema)).recognises(json(value))).isTrue();
    }

    @Test
    void noValueIsRecognisedForASchemaWithOtherKeywords() {
        Stream<String> others = Stream.of("{'const':'x'}", "{'anyOf':[{}]}", "{'format':'date'}", "{'minLength':0}");

        assertThat(others.map(schema -> TypeCheck.of(json(schema))))
                .allSatisfy(check -> assertThat(values()).noneMatch(check::recognises));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "false",
                "{'type':'object','properties':{'a':{'type':'integer','description':'D'},'b':false},'required':['a']}",
                "{'type':'array','items':{'type':'object','additionalProperties':{'enum':['x',1,null]}}}",
                "{'anyOf':[{'type':'string'},{'type':'null'}]}"
            })
    void aSchemaOfTypesDoesNotNeedTheLibrary(String schema) {
        assertThat(JsonSchema.of(json(schema)).needsLibrary()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'minimum':1}",
                "{'pattern':'a'}",
                "{'properties':{'a':{'const':'x'}}}",
                "{'anyOf':[{'type':'string'},{'type':'integer'}]}",
                "{'anyOf':[{'minLength':1},{'type':'null'}]}",
                "{'additionalProperties':{'maxLength':1}}",
                "{'items':{'items':{'format':'date'}}}"
            })
    void aSchemaThatRestrictsMoreThanTypesNeedsTheLibrary(String schema) {
        assertThat(JsonSchema.of(json(schema)).needsLibrary()).isTrue();
    }

    private static Stream<JsonNode> values() {
        return VALUES.stream().flatMap(value -> MAPPERS.stream().map(mapper -> mapper.readTree(quoted(value))));
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(quoted(text));
    }

    private static String quoted(String text) {
        return text.replace('\'', '"');
    }
}
