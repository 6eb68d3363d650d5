package io.mcpspring.kotlin

import io.mcpspring.annotation.McpComplete
import io.mcpspring.annotation.McpPrompt
import io.mcpspring.annotation.McpResource
import io.mcpspring.annotation.McpTool
import io.mcpspring.exchange.ReactiveMcpExchange
import io.mcpspring.tool.McpToolException
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit.SECONDS
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.reactor.awaitSingle
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.stereotype.Component

data class Line(val article: String, val count: Int)

data class Seats(val count: Int)

@Component
class Coroutines {

    val started = CompletableFuture<Unit>()
    val cancelled = CompletableFuture<CancellationException>()
    val ordered = AtomicInteger()

    @McpTool
    suspend fun suspended(article: String, count: Int = 2): Line {
        delay(1)
        return Line(article, count)
    }

    @McpTool
    suspend fun suspendedNothing() = delay(1)

    @McpTool
    suspend fun suspendedNull(article: String?): Line? {
        delay(1)
        return article?.let { Line(it, 1) }
    }

    @McpTool
    suspend fun suspendedFailure(): String {
        delay(1)
        throw McpToolException("Sold out")
    }

    @McpTool
    suspend fun asks(exchange: ReactiveMcpExchange): String {
        val answer = exchange.elicit("How many?", Seats::class.java).awaitSingle()
        return answer.accepted().map { "${it.count} seats" }.orElse("none")
    }

    @McpTool(confirm = "Order {count} {article}?")
    suspend fun confirmed(article: String, count: Int = 2): Line {
        delay(1)
        ordered.incrementAndGet()
        return Line(article, count)
    }

    @McpTool
    suspend fun waits(): String =
        try {
            started.complete(Unit)
            awaitCancellation()
        } catch (ex: CancellationException) {
            cancelled.complete(ex)
            throw ex
        }

    @McpTool
    fun flowing(count: Int): Flow<Line> = flow {
        repeat(count) {
            delay(1)
            emit(Line("a$it", it))
        }
    }

    @McpTool
    fun flowingNumbers(): Flow<Int> = flow { emit(1) }

    @McpPrompt
    suspend fun suspendedPrompt(code: String, lines: Int = 10): String {
        delay(1)
        return "Review $lines lines of $code"
    }

    @McpResource(uri = "suspended://{article}")
    suspend fun suspendedResource(article: String): Line {
        delay(1)
        return Line(article, 1)
    }

    @McpComplete(prompt = "suspendedPrompt", argument = "code")
    suspend fun codes(value: String): List<String> {
        delay(1)
        return listOf("main", "more", "test").filter { it.startsWith(value) }
    }

    @McpComplete(uri = "suspended://{article}", argument = "article")
    fun articles(value: String): Flow<String> = flow { emit("${value}1") }
}

class CoroutineTests {

    @Test
    fun `a tool may be a suspending function`() {
        call("suspended", """{"article": "a"}""").structured(Line::class.java).isEqualTo(Line("a", 2))
        assertThat(output("suspended", "/properties/article/type").stringValue()).isEqualTo("string")
        call("suspendedNothing").text().isEqualTo("Done.")
        call("suspendedNull").text().isEqualTo("null")
        call("suspendedNull", """{"article": "a"}""").structured(Line::class.java).isEqualTo(Line("a", 1))
        call("suspendedFailure").error().isEqualTo("Sold out")
    }

    @Test
    fun `a suspending function may ask the user`() {
        mcp.call("asks").onElicitation { it.accept(Seats(3)) }.execute().text().isEqualTo("3 seats")
        mcp.call("asks").onElicitation { it.decline() }.execute().text().isEqualTo("none")
    }

    @Test
    fun `a suspending function runs once the user has confirmed it`() {
        val ordered = application.getBean(Coroutines::class.java).ordered
        val call = mcp.call("confirmed").argument("article", "a").argument("count", 3)
        call.onElicitation {
            assertThat(it.message()).isEqualTo("Order 3 \"a\"?")
            it.decline()
        }.execute().error()
        assertThat(ordered).hasValue(0)
        call.onElicitation { it.accept() }.execute().structured(Line::class.java).isEqualTo(Line("a", 3))
        assertThat(ordered).hasValue(1)
    }

    @Test
    fun `a coroutine is cancelled with its call`() {
        val coroutines = application.getBean(Coroutines::class.java)
        val running = mcp.call("waits").start()
        coroutines.started.get(30, SECONDS)
        running.cancel()
        assertThat(coroutines.cancelled.get(30, SECONDS)).isNotNull()
    }

    @Test
    fun `the elements of a flow are a list`() {
        call("flowing", """{"count": 2}""").text()
            .isEqualTo("""[{"article":"a0","count":0},{"article":"a1","count":1}]""")
        call("flowing", """{"count": 0}""").text().isEqualTo("[]")
        assertThat(output("flowing", "/items/type").stringValue()).isEqualTo("object")
        assertThat(output("flowingNumbers", "/items").toString()).isEqualTo(INTEGER)
    }

    @Test
    fun `prompts, resources and completions may be suspending functions`() {
        mcp.prompt("suspendedPrompt").argument("code", "x").execute().text().isEqualTo("Review 10 lines of x")
        mcp.prompt("suspendedPrompt").argument("code", "x").argument("lines", "2").execute().text()
            .isEqualTo("Review 2 lines of x")
        mcp.resource("suspended://a").execute().text().isEqualTo("""{"article":"a","count":1}""")
        mcp.completePrompt("suspendedPrompt", "code", "m").execute().values().containsExactly("main", "more")
        mcp.completeResource("suspended://{article}", "article", "x").execute().values().containsExactly("x1")
    }
}
