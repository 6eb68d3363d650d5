package io.mcpspring.kotlin

import com.fasterxml.jackson.annotation.JsonTypeInfo
import com.fasterxml.jackson.annotation.JsonTypeName
import io.mcpspring.annotation.McpPrompt
import io.mcpspring.annotation.McpTool
import jakarta.validation.constraints.NotBlank
import jakarta.validation.constraints.NotNull
import kotlin.time.ExperimentalTime
import kotlin.time.Instant
import kotlin.uuid.ExperimentalUuidApi
import kotlin.uuid.Uuid
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import org.springframework.boot.WebApplicationType
import org.springframework.stereotype.Component

data class Range(val from: Int = 1, val to: Int = from + 9)

data class Filter(val state: String, val range: Range = Range(), val words: List<String> = listOf("any"))

data class Search(@field:NotBlank val state: String = "OPEN", @field:NotNull val owner: String?)

class Settings {
    var limit: Int = 10
    var isOpen: Boolean = true
    lateinit var state: String
}

@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
sealed interface Payment

@JsonTypeName("card")
data class Card(val number: String) : Payment

@JsonTypeName("cash")
data object Cash : Payment

@Component
class Arguments {

    @McpTool fun defaults(text: String = "none", next: String = "after $text") = "$text, $next"

    @JvmOverloads
    @McpTool
    fun forJava(text: String = "none", times: Int = 2) = text.repeat(times)

    @McpTool fun settings(settings: Settings) = "${settings.limit} ${settings.state}"

    @McpTool fun defaultFilter(filter: Filter = Filter("OPEN")) = filter

    @McpTool fun search(@NotBlank state: String = "OPEN", @NotNull owner: String? = "none") = "$state $owner"

    @McpTool fun searchBy(search: Search) = "${search.state} ${search.owner}"

    @McpTool fun match(text: Regex) = "$text"

    @McpTool fun pay(payment: Payment) = payment

    @McpTool fun payLater(payments: List<Payment>) = payments.map { it is Cash }

    @McpTool fun pair(pair: Pair<String, Int>) = pair

    @McpTool fun sum(vararg numbers: Int) = numbers.sum()

    @McpTool fun join(vararg words: String) = words.joinToString("+")

    @McpTool fun arrays(lines: Array<Line>, numbers: IntArray) = lines.map { it.count }.toIntArray() + numbers

    @McpTool fun nothing() {}

    @McpTool(readOnlyHint = [true], description = "Has a hint") fun hinted() = "hinted"

    @McpTool fun `list-my-docs`() = "listed"

    @McpTool internal fun checked(price: Cents) = "${price.value} is correct"

    @McpPrompt fun review(code: String, lines: Int = 10, strict: Boolean?) = "Review $lines lines of $code, $strict"
}

@NotInApplication
@OptIn(ExperimentalTime::class)
class Instants {
    @McpTool fun at(time: Instant) = "$time"
}

@NotInApplication
@OptIn(ExperimentalUuidApi::class)
class Identifiers {
    @McpTool fun identifier() = listOf(Uuid.NIL)
}

class ArgumentTests {

    @Test
    fun `an argument with a default value is optional`() {
        call("defaults").text().isEqualTo("none, after none")
        call("defaults", """{"text": "a"}""").text().isEqualTo("a, after a")
        call("defaults", """{"text": null}""").text().isEqualTo("none, after none")
        assertThat(input("defaults").has("required")).isFalse()
        mcp.prompt("review").argument("code", "x").execute().text().isEqualTo("Review 10 lines of x, null")
        mcp.prompt("review").argument("code", "x").argument("strict", "true").execute().text()
            .isEqualTo("Review 10 lines of x, true")
    }

    @Test
    fun `an overload for Java is not another tool`() {
        call("forJava").text().isEqualTo("nonenone")
        call("forJava", """{"text": "a", "times": 3}""").text().isEqualTo("aaa")
    }

    @Test
    fun `a property with a default value is optional, in nested data classes too`() {
        assertThat(argument("defaultFilter", "filter").at("/required").toString()).isEqualTo("""["state"]""")
        assertThat(argument("defaultFilter", "filter").at("/properties/range").has("required")).isFalse()
        call("defaultFilter").structured(Filter::class.java).isEqualTo(Filter("OPEN"))
        call("defaultFilter", """{"filter": {"state": "NEW", "range": {"from": 5}}}""").structured(Filter::class.java)
            .isEqualTo(Filter("NEW", Range(5, 14)))
        call("defaultFilter", """{"filter": {"range": {}}}""").error().contains("filter.state")
        assertThat(output("defaultFilter", "/required").toString()).isEqualTo("""["state","range","words"]""")
    }

    @Test
    fun `a default value takes the place of what a constraint demands`() {
        assertThat(input("search", "/required").toString()).isEqualTo("""["owner"]""")
        call("search", """{"owner": "me"}""").text().isEqualTo("OPEN me")
        call("search", """{"owner": "me", "state": " "}""").error().contains("state: ")
        assertThat(argument("searchBy", "search").at("/required").toString()).isEqualTo("""["owner"]""")
        call("searchBy", """{"search": {"owner": "me"}}""").text().isEqualTo("OPEN me")
        call("searchBy", """{"search": {}}""").error().contains("search.owner: is required")
        call("searchBy", """{"search": {"owner": "me", "state": ""}}""").error().contains("search.state: ")
    }

    @Test
    fun `what Jackson's module alone knows has no schema`() {
        assertThat(argument("match", "text").toString()).isEqualTo("{}")
        call("match", """{"text": "a+"}""").text().isEqualTo("a+")
    }

    @ParameterizedTest
    @CsvSource(
        "io.mcpspring.kotlin.Instants, kotlin.time.Instant cannot be read from JSON",
        "io.mcpspring.kotlin.Identifiers, kotlin.uuid.Uuid cannot be written as JSON",
    )
    fun `a type of Kotlin's library that Jackson does not know stops the start`(tools: Class<*>, reason: String) {
        assertThatThrownBy { start(WebApplicationType.SERVLET, tools, EmptyApplication::class.java).close() }
            .hasStackTraceContaining(reason)
    }

    @Test
    fun `a sealed interface is each of its classes and objects`() {
        val card = """{"kind":"card","number":"1"}"""
        call("pay", """{"payment": $card}""").text().isEqualTo(card)
        call("pay", """{"payment": {"kind": "cash"}}""").text().isEqualTo("""{"kind":"cash"}""")
        call("payLater", """{"payments": [{"kind": "cash"}, $card]}""").text().isEqualTo("[true,false]")
        call("pay", """{"payment": {"kind": "gold"}}""").error().contains("payment")
        assertThat(argument("pay", "payment").toString()).contains("\"card\"", "\"cash\"")
        assertThat(output("pay").toString()).contains("\"card\"", "\"cash\"")
    }

    @Test
    fun `a property that has a value is optional`() {
        call("settings", """{"settings": {"state": "OPEN"}}""").text().isEqualTo("10 OPEN")
        call("settings", """{"settings": {"limit": 5}}""").error().contains("settings.state: is required")
        call("settings", """{"settings": {"limit": null}}""").error().contains("settings.limit: must be a whole number")
    }

    @Test
    fun `a pair, arrays and a variable number of arguments are read`() {
        call("pair", """{"pair": {"first": "a", "second": 1}}""").text().isEqualTo("""{"first":"a","second":1}""")
        assertThat(argument("pair", "pair").at("/properties/second/type").stringValue()).isEqualTo("integer")
        call("sum", """{"numbers": [1, 2]}""").text().isEqualTo("3")
        call("join", """{"words": ["a", "b"]}""").text().isEqualTo("a+b")
        call("join", """{"words": ["a", null]}""").error().contains("words[1]")
        call("arrays", """{"lines": [{"article": "a", "count": 1}], "numbers": [2]}""").text().isEqualTo("[1,2]")
    }

    @Test
    fun `a function without a result is done`() {
        call("nothing").text().isEqualTo("Done.")
    }

    @Test
    fun `a tool has the name and the hints of its function in the source`() {
        call("list-my-docs").text().isEqualTo("listed")
        call("checked", """{"price": 5}""").text().isEqualTo("5 is correct")
        val hints = mcp.tools().first { it.name() == "hinted" }.annotations()!!
        assertThat(hints.readOnlyHint()).isTrue()
    }
}
