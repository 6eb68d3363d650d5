package com.example.greeter

import io.mcpspring.annotation.McpPrompt
import io.mcpspring.annotation.McpResource
import io.mcpspring.annotation.McpTool
import io.mcpspring.tool.McpToolException
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flowOf
import org.springframework.stereotype.Component
import reactor.core.publisher.Mono

@JvmInline
value class Cents(val value: Long) {
    init {
        require(value >= 0) { "A price is not negative" }
    }
}

data class Order(val id: String, val wait: Duration, val limit: Duration? = null, val count: UInt, val price: Cents)

data class Names(val names: List<String?>, val byId: Map<String, Int?> = emptyMap())

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

    @McpResource(uri = "wait://{wait}/{count}") fun waits(wait: Duration, count: UByte) = mapOf("wait" to wait * count.toInt())

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
}

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

    @McpPrompt fun greeting(fails: String): Result<String> = made("Greet", fails == "true")

    @McpResource(uri = "result://{fails}") fun result(fails: Boolean): Result<Names> = made(Names(listOf("a")), fails)
}

@Component
class Nulls {

    @McpTool fun elements(names: List<String?>) = names.toString()

    @McpTool fun strict(names: List<String>) = names.toString()

    @McpTool fun nested(names: List<List<Int?>>) = names.toString()

    @McpTool fun array(names: Array<String?>) = names.toList().toString()

    @McpTool fun values(values: Map<String, Int?>) = values.toString()

    @McpTool fun members(names: Names) = names.toString()

    @McpTool suspend fun laterElements(names: List<String?>): List<String?> { delay(1); return names }

    @McpTool fun flowElements(names: List<String?>): Flow<List<String?>> = flowOf(names)
}
