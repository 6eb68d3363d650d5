package io.mcpspring.kotlin

import io.mcpspring.annotation.McpTool
import io.mcpspring.test.McpTester
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers
import kotlin.time.Duration
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flowOf
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import org.springframework.boot.WebApplicationType
import org.springframework.boot.autoconfigure.EnableAutoConfiguration
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.http.HttpStatus
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestBody
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.server.ResponseStatusException
import tools.jackson.module.kotlin.KotlinFeature
import tools.jackson.module.kotlin.KotlinModule

@JvmInline
value class CustomerId(val number: Long)

data class LineFilter(val text: String, val limit: Int = 10)

@RestController
@RequestMapping("/lines")
class LineController {

    @McpTool
    @GetMapping("/{article}")
    fun findLine(@PathVariable article: String, @RequestParam count: Int = 3): Line =
        if (article == "none") throw ResponseStatusException(HttpStatus.NOT_FOUND, "No such article")
        else Line(article, count)

    @McpTool
    @GetMapping("/later/{article}")
    suspend fun findLineLater(@PathVariable article: String, @RequestParam count: Int?): Line {
        delay(1)
        return Line(article, count ?: 4)
    }

    @McpTool
    @GetMapping("/all")
    fun findLines(): Flow<Line> = flowOf(Line("a", 1), Line("b", 2))

    @McpTool
    @GetMapping("/prices/{isbn}")
    fun findPrice(@PathVariable isbn: Isbn, @RequestParam price: Cents, count: UInt, @RequestParam wait: Duration) =
        "${isbn.text} ${price.value} $count $wait"

    @McpTool
    @GetMapping("/customers")
    fun findCustomer(@RequestParam customer: CustomerId?, @RequestParam count: UInt?, @RequestParam wait: Duration?) =
        "${customer?.number} $count $wait"

    @McpTool
    @GetMapping("/filtered")
    fun filterLines(state: String, filter: LineFilter) = "$state ${filter.text} ${filter.limit}"

    @McpTool
    @PostMapping("/books")
    suspend fun addBook(@RequestBody book: Book): Book = book

    @McpTool
    @PostMapping
    suspend fun addLine(@RequestBody line: Line): Line {
        delay(1)
        return line.copy(count = line.count + 1)
    }
}

@NotInApplication
@EnableAutoConfiguration
class EmptyApplication

@NotInApplication
@RestController
class ResultController {

    @McpTool
    @GetMapping("/result")
    fun findResult(): Result<Line> = Result.failure(IllegalStateException("secret"))
}

@NotInApplication
@RestController
class DurationController {

    @McpTool
    @PostMapping("/order")
    fun addOrder(@RequestBody order: Order) = order
}

@NotInApplication
@Configuration(proxyBeanMethods = false)
class DurationsAsText {

    @Bean
    fun mapperOfDurations() = JsonMapperBuilderCustomizer {
        it.addModule(KotlinModule.Builder().enable(KotlinFeature.UseJavaDurationConversion).build())
    }
}

class ControllerTests {

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = [
            "findLine      | {'article': 'x'}             | /lines/x",
            "findLine      | {'article': 'x', 'count': 5} | /lines/x?count=5",
            "findLineLater | {'article': 'x'}             | /lines/later/x",
            "findLineLater | {'article': 'x', 'count': 5} | /lines/later/x?count=5",
            "findLines     | {}                           | /lines/all",
        ],
        quoteCharacter = '"',
    )
    fun `a call has the body of the request`(tool: String, arguments: String, path: String) {
        val endpoint = URI("http://localhost:${application.environment.getProperty("local.server.port")}$path")
        val request = HttpRequest.newBuilder(endpoint).build()
        val response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString())
        assertThat(response.statusCode()).isEqualTo(200)
        call(tool, arguments.replace('\'', '"')).text().isEqualTo(response.body())
    }

    @Test
    fun `a suspending handler reads a body`() {
        call("addLine", """{"line": {"article": "a", "count": 1}}""").structured(Line::class.java)
            .isEqualTo(Line("a", 2))
        call("addLine", """{"line": {"article": "a"}}""").error().contains("line.count")
    }

    @Test
    fun `value classes are parts of requests`() {
        val arguments = """"isbn": "x", "price": 5, "count": 4294967295"""
        call("findPrice", """{$arguments, "wait": "PT5S"}""").text().isEqualTo("x 5 4294967295 5s")
        call("findPrice", """{$arguments, "wait": 5}""").error().contains("wait: must be a duration")
        val book = """{"isbn":"1","price":5,"was":6,"others":[7]}"""
        call("addBook", """{"book": $book}""").text().isEqualTo(book)
    }

    @Test
    fun `value classes in parts of requests may be null`() {
        val arguments = """{"customer": 7, "count": 4294967295, "wait": "PT5S"}"""
        call("findCustomer", arguments).text().isEqualTo("7 4294967295 5s")
        call("findCustomer").text().isEqualTo("null null null")
    }

    @Test
    fun `parameters and properties without null or a default value are required`() {
        assertThat(input("filterLines", "/required").toString()).isEqualTo("""["state","text"]""")
        call("filterLines", """{"state": "OPEN", "text": "a"}""").text().isEqualTo("OPEN a 10")
    }

    @ParameterizedTest
    @CsvSource(
        "io.mcpspring.kotlin.ResultController, 'Return the value, and throw the exception.'",
        "io.mcpspring.kotlin.DurationController, enable KotlinFeature.UseJavaDurationConversion",
    )
    fun `what Spring would expose or misread stops the start`(controller: Class<*>, cure: String) {
        // Two applications on Netty would share its threads.
        assertThatThrownBy { start(WebApplicationType.SERVLET, controller, EmptyApplication::class.java).close() }
            .hasStackTraceContaining(cure)
    }

    @Test
    fun `durations are texts if the application reads them so`() {
        val sources = arrayOf(DurationController::class.java, DurationsAsText::class.java, EmptyApplication::class.java)
        start(WebApplicationType.SERVLET, *sources).use {
            val order = """{"id":"a","wait":"PT5S","limit":"PT1S","count":1,"price":5}"""
            val mcp = McpTester.bindToApplicationContext(it).build()
            mcp.call("addOrder").argumentsAsJson("""{"order": $order}""").execute().text().isEqualTo(order)
            assertThat(mcp.tools()[0].outputSchema()!!.at("/properties/wait/type").stringValue()).isEqualTo("string")
        }
    }

    @Test
    fun `the schemas are those of the function`() {
        assertThat(input("findLine", "/required").toString()).isEqualTo("""["article"]""")
        assertThat(input("findLineLater", "/required").toString()).isEqualTo("""["article"]""")
        assertThat(output("findLineLater")).isEqualTo(output("findLine"))
        assertThat(output("findLines", "/items")).isEqualTo(output("findLine"))
        call("findLine", """{"article": "none"}""").error().contains("404").contains("No such article")
    }
}
