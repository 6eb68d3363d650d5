package com.example.greeter

import io.mcpspring.test.McpTester
import io.mcpspring.test.autoconfigure.McpServerTest
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.beans.factory.annotation.Autowired

/** Types of Kotlin that Java sees as others: as parameters, results, members, elements, and in prompts and resources. */
@McpServerTest(Durations::class, Numbers::class, Results::class, Nulls::class)
class ShapesTests(@Autowired private val mcp: McpTester) {

    private fun call(tool: String, arguments: String) = mcp.call(tool).argumentsAsJson(arguments).execute()

    private fun property(tool: String, name: String) =
        mcp.tools().first { it.name() == tool }.inputSchema().at("/properties/$name").toString()

    @ParameterizedTest
    @ValueSource(strings = ["twice", "nullable", "suspending", "mono"])
    fun `a duration is text`(tool: String) {
        call(tool, """{"wait": "PT5S"}""").text().isEqualTo("PT10S")
        call(tool, """{"wait": 5}""").error().contains("wait: must be a duration such as PT1H30M")
        assertThat(property(tool, "wait")).contains("\"string\"")
    }

    @Test
    fun `a duration is text inside other values`() {
        call("defaulted", "{}").text().isEqualTo("PT5S")
        call("nullable", "{}").text().isEqualTo("null")
        call("list", """{"waits": ["PT5S"]}""").text().isEqualTo("""["PT10S"]""")
        call("map", """{"waits": {"a": "PT5S"}}""").text().isEqualTo("""{"a":"PT5S"}""")
        call("flow", """{"wait": "PT5S"}""").text().isEqualTo("""["PT5S","PT10S"]""")
        call("anything", """{"wait": "PT5S"}""").text().isEqualTo("""{"wait":"PT5S"}""")
        val order = """{"id":"a","wait":"PT5S","limit":"PT1S","count":4294967295,"price":5}"""
        call("order", """{"order": $order}""").text().isEqualTo(order)
    }

    @Test
    fun `prompts and resources have the same types`() {
        mcp.prompt("waiting").argument("wait", "PT5S").execute().text().isEqualTo("Wait 5 seconds 3 times")
        mcp.prompt("waiting").argument("wait", "PT5S").argument("times", "4294967295").execute().text()
            .isEqualTo("Wait 5 seconds 4294967295 times")
        mcp.prompt("waiting").argument("wait", "soon").execute().rejected().contains("Argument 'wait' is not of type Duration")
        mcp.prompt("waiting").argument("wait", "1s").argument("times", "-1").execute().rejected().contains("'times'")
        mcp.prompt("maybeWaiting").execute().text().isEqualTo("Wait null seconds")
        mcp.prompt("pricing").argument("price", "5").execute().text().isEqualTo("Pay 5")
        mcp.prompt("pricing").argument("price", "-5").execute().rejected().contains("A price is not negative")
        mcp.resource("wait://PT5S/200").execute().text().isEqualTo("""{"wait":"PT16M40S"}""")
        mcp.resource("duration://one").execute().text().isEqualTo("\"PT1M30S\"")
        mcp.resource("duration://two").execute().text().isEqualTo("\"PT1M30S\"")
    }

    @Test
    fun `numbers without a sign keep their range`() {
        val most = mapOf(
            "bytes" to "255", "shorts" to "65535", "ints" to "4294967295", "longs" to "18446744073709551615",
            "nullableInts" to "4294967295", "later" to "18446744073709551615",
        )
        most.forEach { (tool, value) ->
            call(tool, """{"value": $value}""").text().isEqualTo(value)
            call(tool, """{"value": ${value}0}""").error().contains("value: ")
            call(tool, """{"value": -1}""").error().contains("value: must be at least 0, got -1")
            assertThat(property(tool, "value")).contains("\"minimum\":0")
        }
        call("intList", """{"values": [4294967295]}""").text().isEqualTo("[4294967295]")
        call("intFlow", """{"value": 4294967295}""").text().isEqualTo("[4294967295]")
    }

    @Test
    fun `a value class refuses values in its constructor`() {
        call("price", """{"price": 5}""").text().isEqualTo("10")
        call("price", """{"price": -5}""").error().contains("price: A price is not negative")
        call("prices", """{"prices": [5, -6]}""").error().contains("prices[1]: A price is not negative")
        call("priceOrNull", "{}").text().isEqualTo("null")
        call("laterPrice", """{"price": 5}""").text().isEqualTo("5")
    }

    @ParameterizedTest
    @ValueSource(strings = ["text", "record", "unit", "wait", "many", "laterText", "laterWait", "resultMono", "any"])
    fun `a failure is an exception`(tool: String) {
        call(tool, """{"fails": true}""").error().isEqualTo("Not today")
    }

    @ParameterizedTest
    @ValueSource(strings = ["resultFlow", "inMap"])
    fun `a failure inside a value is refused`(tool: String) {
        call(tool, """{"fails": false}""").text().contains("ok")
        call(tool, """{"fails": true}""").error().contains("failed unexpectedly").doesNotContain("Not today")
    }

    @Test
    fun `a success is its value`() {
        call("record", """{"fails": false}""").structured(Names::class.java).isEqualTo(Names(listOf("a", null)))
        call("unit", """{"fails": false}""").text().isEqualTo("Done.")
        call("wait", """{"fails": false}""").text().isEqualTo("PT1M30S")
        call("laterWait", """{"fails": false}""").text().isEqualTo("PT1M30S")
        mcp.prompt("greeting").argument("fails", "false").execute().text().isEqualTo("Greet")
        mcp.prompt("greeting").argument("fails", "true").execute().rejected().isNotEmpty()
        mcp.resource("result://false").execute().text().contains("\"names\":[\"a\"]")
        mcp.resource("result://true").execute().rejected().isNotEmpty()
    }

    @Test
    fun `null is allowed where Kotlin declares it`() {
        call("elements", """{"names": ["a", null]}""").text().isEqualTo("[a, null]")
        call("nested", """{"names": [[1, null]]}""").text().isEqualTo("[[1, null]]")
        call("array", """{"names": ["a", null]}""").text().isEqualTo("[a, null]")
        call("values", """{"values": {"a": null}}""").text().isEqualTo("{a=null}")
        call("members", """{"names": {"names": ["a", null], "byId": {"a": null}}}""").text()
            .isEqualTo("Names(names=[a, null], byId={a=null})")
        call("laterElements", """{"names": ["a", null]}""").text().isEqualTo("""["a",null]""")
        call("flowElements", """{"names": ["a", null]}""").text().isEqualTo("""[["a",null]]""")
        call("strict", """{"names": ["a", null]}""").error().contains("names[1]: must be a string, got null")
    }
}
