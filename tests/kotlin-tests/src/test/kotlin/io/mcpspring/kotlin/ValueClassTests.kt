package io.mcpspring.kotlin

import io.mcpspring.annotation.McpPrompt
import io.mcpspring.annotation.McpResource
import io.mcpspring.annotation.McpTool
import io.mcpspring.annotation.McpToolParam
import jakarta.validation.constraints.Min
import jakarta.validation.constraints.NotNull
import jakarta.validation.constraints.Size
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flowOf
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.boot.WebApplicationType
import org.springframework.stereotype.Component
import reactor.core.publisher.Mono

@JvmInline
value class Cents(val value: Long) {
    init {
        require(value >= 0) { "A price is not negative" }
    }
}

@JvmInline
value class Isbn(val text: String)

data class Book(val isbn: Isbn, val price: Cents, val was: Cents? = null, val others: List<Cents> = emptyList())

data class Order(val id: String, val wait: Duration, val limit: Duration? = null, val count: UInt, val price: Cents)

data class Plan(
    val wait: Duration = 5.seconds,
    val isbn: Isbn = Isbn("none"),
    val count: UInt = 3u,
    val waits: Map<String, Duration?> = emptyMap(),
)

data class Copy(
    @McpToolParam(description = "The number of the book") val isbn: Isbn,
    @McpToolParam(name = "cover", description = "Its cover", examples = ["soft"]) val binding: String = "hard",
)

@JvmInline
value class Timeout(val wait: Duration)

@JvmInline
value class Port(val number: UInt)

@JvmInline
value class Ids(val ids: List<Long>)

@JvmInline
value class Box<T>(val value: T)

@JvmInline
value class Tags(val tags: List<String>)

@NotInApplication
class TimeoutArgument {
    @McpTool fun wait(timeout: Timeout) = "$timeout"
}

@NotInApplication
class TimeoutResult {
    @McpTool fun timeout() = Timeout(90.seconds)
}

@NotInApplication
class PortProperty {
    @McpTool fun open(ports: List<Map<String, Port>>) = "$ports"
}

@NotInApplication
class IdsArgument {
    @McpTool fun find(ids: Ids) = "$ids"
}

@NotInApplication
class BoxArgument {
    @McpTool fun open(boxes: List<Box<Long>>) = "$boxes"
}

@NotInApplication
class ConstrainedPrice {
    @McpTool fun pay(@Min(5) price: Cents?) = "$price"
}

@NotInApplication
class NumbersAsKeys {
    @McpTool fun byId(): Map<UInt, String> = emptyMap()
}

@NotInApplication
class DurationsAsKeys {
    @McpTool fun steps(steps: Map<Duration, String>) = "$steps"
}

@Component
class Durations {

    @McpTool fun twice(wait: Duration) = wait * 2

    @McpTool fun nullable(wait: Duration?): Duration? = wait?.let { it * 2 }

    @McpTool fun defaulted(wait: Duration = 5.seconds) = wait

    @McpTool fun list(waits: List<Duration>) = waits.map { it * 2 }

    @McpTool fun map(waits: Map<String, Duration>) = waits

    @McpTool fun order(order: Order) = order

    @McpTool suspend fun suspending(wait: Duration): Duration { delay(1); return wait * 2 }

    @McpTool suspend fun suspendingNullable(wait: Duration?): Duration? { delay(1); return wait }

    @McpTool fun flow(wait: Duration): Flow<Duration> = flowOf(wait, wait * 2)

    @McpTool fun mono(wait: Duration): Mono<Duration> = Mono.just(wait * 2)

    @McpTool fun anything(wait: Duration): Any = mapOf("wait" to wait)

    @McpPrompt fun waiting(wait: Duration, times: UInt = 3u) = "Wait ${wait.inWholeSeconds} seconds $times times"

    @McpPrompt fun maybeWaiting(wait: Duration?) = "Wait ${wait?.inWholeSeconds} seconds"

    @McpPrompt fun pricing(price: Cents) = "Pay ${price.value}"

    @McpResource(uri = "wait://{wait}/{count}")
    fun waits(wait: Duration, count: UByte) = mapOf("wait" to wait * count.toInt())

    @McpResource(uri = "duration://one") fun duration() = 90.seconds

    @McpResource(uri = "duration://two") suspend fun durationLater(): Duration { delay(1); return 90.seconds }
}

@Component
class Numbers {

    @McpTool fun bytes(value: UByte) = value

    @McpTool fun shorts(value: UShort) = value

    @McpTool fun ints(value: UInt) = value

    @McpTool fun longs(value: ULong) = value

    @McpTool fun nullableInts(value: UInt?): UInt? = value

    @McpTool fun intList(values: List<UInt>) = values

    @McpTool suspend fun later(value: ULong): ULong { delay(1); return value }

    @McpTool fun intFlow(value: UInt): Flow<UInt> = flowOf(value)

    @McpTool fun price(price: Cents) = Cents(price.value * 2)

    @McpTool fun priceOrNull(price: Cents?): Cents? = price

    @McpTool suspend fun laterPrice(price: Cents): Cents { delay(1); return price }

    @McpTool fun prices(prices: List<Cents>) = prices

    @McpTool fun title(isbn: Isbn) = isbn

    @McpTool fun shortTitle(@Size(max = 3) isbn: Isbn, @Min(5) @NotNull price: Cents = Cents(9)) = "${isbn.text} ${price.value}"

    @McpTool fun book(book: Book) = book

    @McpTool fun plan(plan: Plan = Plan()) = plan

    @McpTool fun copy(copy: Copy) = copy.toString()

    @McpTool fun priceDefault(price: Cents = Cents(9)) = price

    @McpTool fun priceFlow(price: Cents): Flow<Cents> = flowOf(price)

    @McpTool fun priceResult(price: Cents): Result<Cents> = Result.success(price)

    @McpTool fun priceArray(prices: Array<Cents>) = prices

    @McpTool fun tags(tags: Tags) = tags.tags.joinToString()

    @McpTool fun priceMap(prices: Map<Isbn, Cents>) = prices
}

class ValueClassTests {

    @ParameterizedTest
    @ValueSource(strings = ["twice", "nullable", "suspending", "mono"])
    fun `a duration is text`(tool: String) {
        call(tool, """{"wait": "PT5S"}""").text().isEqualTo("PT10S")
        call(tool, """{"wait": 5}""").error().contains("wait: must be a duration such as PT1H30M")
        assertThat(argument(tool, "wait").toString()).contains("\"string\"")
    }

    @Test
    fun `a duration is text inside other values`() {
        call("defaulted", "{}").text().isEqualTo("PT5S")
        call("nullable", "{}").text().isEqualTo("null")
        call("suspendingNullable", "{}").text().isEqualTo("null")
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
        mcp.prompt("waiting").argument("wait", "soon").execute().rejected()
            .contains("Argument 'wait': Invalid duration string format: 'soon'")
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
            assertThat(argument(tool, "value").toString()).contains("\"minimum\":0")
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
        call("title", """{"isbn": "1"}""").text().isEqualTo("1")
        val book = """{"isbn":"1","price":5,"was":6,"others":[7]}"""
        call("book", """{"book": $book}""").text().isEqualTo(book)
        call("book", """{"book": {"isbn": "1", "price": 5}}""").structured(Book::class.java)
            .isEqualTo(Book(Isbn("1"), Cents(5)))
    }

    @Test
    fun `the value of a value class may have constraints`() {
        call("shortTitle", """{"isbn": "123"}""").text().isEqualTo("123 9")
        call("shortTitle", """{"isbn": "123", "price": 5}""").text().isEqualTo("123 5")
        call("shortTitle", """{"isbn": "1234"}""").error().contains("isbn: size must be between 0 and 3")
    }

    @Test
    fun `a constraint on a value class that may be null stops the start`() {
        val sources = arrayOf(ConstrainedPrice::class.java, EmptyApplication::class.java)
        assertThatThrownBy { start(WebApplicationType.SERVLET, *sources).close() }
            .hasStackTraceContaining("No validator of @Min takes a ${Cents::class.java.name}")
    }

    @ParameterizedTest
    @ValueSource(
        classes = [
            TimeoutArgument::class, TimeoutResult::class, PortProperty::class,
            NumbersAsKeys::class, DurationsAsKeys::class,
        ],
    )
    fun `a duration or a number that would lose its form stops the start`(tools: Class<*>) {
        assertThatThrownBy { start(WebApplicationType.SERVLET, tools, EmptyApplication::class.java).close() }
            .hasStackTraceContaining("as a key or in a value class")
    }

    @ParameterizedTest
    @ValueSource(classes = [IdsArgument::class, BoxArgument::class])
    fun `a value class whose elements would be of other types stops the start`(tools: Class<*>) {
        assertThatThrownBy { start(WebApplicationType.SERVLET, tools, EmptyApplication::class.java).close() }
            .hasStackTraceContaining("has elements whose type Jackson does not know")
    }

    @Test
    fun `a value class may wrap texts`() {
        call("tags", """{"tags": ["a", "b"]}""").text().isEqualTo("a, b")
    }

    @Test
    fun `a value class may have a default value`() {
        call("priceDefault").text().isEqualTo("9")
        val plan = """{"wait":"PT5S","isbn":"none","count":3,"waits":{}}"""
        call("plan").text().isEqualTo(plan)
        call("plan", """{"plan": {}}""").text().isEqualTo(plan)
        val other = """{"wait":"PT6S","isbn":"1","count":4,"waits":{"a":null,"b":"PT1S"}}"""
        call("plan", """{"plan": $other}""").text().isEqualTo(other)
    }

    @Test
    fun `properties are described beside value classes`() {
        assertThat(argument("copy", "copy").at("/properties").toString()).isEqualTo(
            """{"isbn":{"type":"string","description":"The number of the book"},""" +
                """"cover":{"type":"string","description":"Its cover","examples":["soft"]}}""",
        )
        call("copy", """{"copy": {"isbn": "1"}}""").text().isEqualTo("Copy(isbn=Isbn(text=1), binding=hard)")
        call("copy", """{"copy": {"isbn": "1", "cover": "soft"}}""").text()
            .isEqualTo("Copy(isbn=Isbn(text=1), binding=soft)")
    }

    @Test
    fun `a value class may be inside other types`() {
        call("priceFlow", """{"price": 5}""").text().isEqualTo("[5]")
        call("priceResult", """{"price": 5}""").text().isEqualTo("5")
        call("priceArray", """{"prices": [5]}""").text().isEqualTo("[5]")
        call("priceMap", """{"prices": {"1": 5}}""").text().isEqualTo("""{"1":5}""")
    }

    @Test
    fun `schemas describe the values of value classes`() {
        // Properties without a value are left out of results.
        fun book(was: String) = """{"isbn":$TEXT,"price":$INTEGER,"was":$was,""" +
            """"others":{"type":"array","items":$INTEGER}}"""
        assertThat(argument("book", "book").at("/properties").toString()).isEqualTo(book(orNull(INTEGER)))
        assertThat(output("book", "/properties").toString()).isEqualTo(book(INTEGER))
        fun order(limit: String) = """{"id":$TEXT,"wait":$TEXT,"limit":$limit,""" +
            """"count":{"type":"integer","minimum":0},"price":$INTEGER}"""
        assertThat(argument("order", "order").at("/properties").toString()).isEqualTo(order(orNull(TEXT)))
        assertThat(output("order", "/properties").toString()).isEqualTo(order(TEXT))
        assertThat(output("prices", "/items").toString()).isEqualTo(INTEGER)
        assertThat(output("list", "/items").toString()).isEqualTo(TEXT)
    }
}
