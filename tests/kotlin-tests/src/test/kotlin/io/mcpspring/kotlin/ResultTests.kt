package io.mcpspring.kotlin

import io.mcpspring.annotation.McpPrompt
import io.mcpspring.annotation.McpResource
import io.mcpspring.annotation.McpTool
import io.mcpspring.tool.McpToolException
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flowOf
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.stereotype.Component
import reactor.core.publisher.Mono

@Component
class Results {

    private fun <T> made(value: T, fails: Boolean): Result<T> =
        if (fails) Result.failure(McpToolException("Not today")) else Result.success(value)

    @McpTool fun text(fails: Boolean): Result<String> = made("ok", fails)

    @McpTool fun record(fails: Boolean): Result<Names> = made(Names(listOf("a", null)), fails)

    @McpTool fun unit(fails: Boolean): Result<Unit> = made(Unit, fails)

    @McpTool fun wait(fails: Boolean): Result<Duration> = made(90.seconds, fails)

    @McpTool fun many(fails: Boolean): Result<List<Names>> = made(listOf(Names(listOf("a"))), fails)

    @McpTool suspend fun laterText(fails: Boolean): Result<String> { delay(1); return made("ok", fails) }

    @McpTool suspend fun laterWait(fails: Boolean): Result<Duration> { delay(1); return made(90.seconds, fails) }

    @McpTool fun resultFlow(fails: Boolean): Flow<Result<String>> = flowOf(made("ok", false), made("ok", fails))

    @McpTool fun resultMono(fails: Boolean): Mono<Result<String>> = Mono.just(made("ok", fails))

    @McpTool fun any(fails: Boolean): Any = made("ok", fails)

    @McpTool fun inMap(fails: Boolean): Map<String, Any> = mapOf("result" to made("ok", fails))

    @McpTool fun unexpected(): Result<String> = runCatching { error("secret") }

    @McpPrompt fun greeting(fails: String): Result<String> = made("Greet", fails == "true")

    @McpResource(uri = "result://{fails}") fun result(fails: Boolean): Result<Names> = made(Names(listOf("a")), fails)
}

class ResultTests {

    @ParameterizedTest
    @ValueSource(strings = ["text", "record", "unit", "wait", "many", "laterText", "laterWait", "resultMono", "any"])
    fun `a failure is its exception`(tool: String) {
        call(tool, """{"fails": true}""").error().isEqualTo("Not today")
    }

    @Test
    fun `the exception of a failure may be unexpected`() {
        call("unexpected").error().contains("failed unexpectedly").doesNotContain("secret")
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
    fun `the output schema is that of the value`() {
        assertThat(output("record")).isEqualTo(output("members"))
        assertThat(output("many", "/items")).isEqualTo(output("members"))
    }
}
