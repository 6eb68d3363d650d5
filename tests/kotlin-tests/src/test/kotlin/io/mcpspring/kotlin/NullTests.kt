package io.mcpspring.kotlin

import io.mcpspring.annotation.McpTool
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flowOf
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.stereotype.Component

data class Names(val names: List<String?>, val byId: Map<String, Int?> = emptyMap())

@Component
class Nulls {

    @McpTool fun elements(names: List<String?>) = names.toString()

    @McpTool fun strict(names: List<String>) = names.toString()

    @McpTool fun nested(names: List<List<Int?>>) = names.toString()

    @McpTool fun array(names: Array<String?>) = names.toList().toString()

    @McpTool fun values(values: Map<String, List<Int>?>) = values.toString()

    @McpTool fun members(names: Names) = names

    @McpTool suspend fun laterElements(names: List<String?>): List<String?> { delay(1); return names }

    @McpTool fun flowElements(names: List<String?>): Flow<List<String?>> = flowOf(names)

    @McpTool fun lines(lines: List<Line>): List<Line> = lines
}

class NullTests {

    @Test
    fun `null is allowed where Kotlin declares it`() {
        call("elements", """{"names": ["a", null]}""").text().isEqualTo("[a, null]")
        call("nested", """{"names": [[1, null]]}""").text().isEqualTo("[[1, null]]")
        call("array", """{"names": ["a", null]}""").text().isEqualTo("[a, null]")
        call("values", """{"values": {"a": null, "b": [1]}}""").text().isEqualTo("{a=null, b=[1]}")
        call("members", """{"names": {"names": ["a", null], "byId": {"a": null}}}""").structured(Names::class.java)
            .isEqualTo(Names(listOf("a", null), mapOf("a" to null)))
        call("laterElements", """{"names": ["a", null]}""").text().isEqualTo("""["a",null]""")
        call("flowElements", """{"names": ["a", null]}""").text().isEqualTo("""[["a",null]]""")
    }

    @Test
    fun `null is refused elsewhere`() {
        call("strict", """{"names": ["a", null]}""").error().contains("names[1]: must be a string, got null")
        call("elements", """{"names": null}""").error().contains("names")
        call("nested", """{"names": [null]}""").error().contains("names[0]")
        call("values", """{"values": {"b": [null]}}""").error().contains("values.b[0]")
        call("lines", """{"lines": [null]}""").error().contains("lines[0]")
    }

    @Test
    fun `schemas allow null where Kotlin declares it`() {
        assertThat(output("laterElements", "/items").toString()).isEqualTo(orNull(TEXT))
        assertThat(output("flowElements", "/items/items").toString()).isEqualTo(orNull(TEXT))
        assertThat(output("members", "/properties/byId/additionalProperties").toString()).isEqualTo(orNull(INTEGER))
        assertThat(argument("values", "values").at("/additionalProperties").toString())
            .isEqualTo(orNull("""{"type":"array","items":$INTEGER}"""))
        assertThat(output("lines", "/items/type").toString()).isEqualTo("\"object\"")
        assertThat(argument("lines", "lines").at("/items/type").toString()).isEqualTo("\"object\"")
    }
}
