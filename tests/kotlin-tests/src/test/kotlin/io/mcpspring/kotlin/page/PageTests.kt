package io.mcpspring.kotlin.page

import io.mcpspring.kotlin.argument
import io.mcpspring.kotlin.call
import io.mcpspring.kotlin.input
import io.mcpspring.kotlin.mcp
import java.nio.file.Files
import java.nio.file.Path
import kotlin.time.Duration.Companion.days
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** The page about Kotlin. */
class PageTests {

    @Test
    fun `the page shows the tested classes`() {
        val page = Files.readString(Path.of("../../docs/how-to/kotlin.md"))
        for (file in listOf("Orders", "Deliveries", "OrderController")) {
            val source = Files.readString(Path.of("src/test/kotlin/io/mcpspring/kotlin/page/$file.kt"))
            assertThat(page).contains("```kotlin\n" + source.substring(source.indexOf("import ")) + "```")
        }
    }

    @Test
    fun `the compiler is that of Spring Boot`() {
        assertThat(Path.of("../../pom.xml")).content()
            .contains("<kotlin.version>${KotlinVersion.CURRENT}</kotlin.version>")
    }

    @Test
    fun `orders are found and listed`() {
        call("findOrder", """{"id": "N17"}""").structured(Order::class.java).isEqualTo(Order("N17", "PACKED"))
        call("listOrders", """{"limit": 1}""").text().isEqualTo("""[{"id":"N0","state":"PACKED"}]""")
        assertThat(input("listOrders").has("required")).isFalse()
        assertThat(mcp.tools().first { it.name() == "findOrder" }.annotations()!!.readOnlyHint()).isTrue()
    }

    @Test
    fun `a delivery is delayed`() {
        call("delayDelivery", """{"order": "N1"}""").text().isEqualTo("""{"order":"N1","parcels":1,"wait":"PT24H"}""")
        mcp.call("delayDelivery").argument("order", OrderId("N1")).argument("by", 2.days).execute()
            .structured(Delivery::class.java).isEqualTo(Delivery(OrderId("N1"), 1u, 2.days))
        call("delayDelivery", """{"order": "N1", "by": "PT200H"}""").error()
            .isEqualTo("A delivery waits for 7 days at most")
        call("delayDelivery", """{"order": "1"}""").error().contains("The number of an order begins with N")
        call("delayDelivery", """{"order": "N1", "parcels": -1}""").error().contains("parcels")
        assertThat(argument("delayDelivery", "parcels").at("/minimum").intValue()).isZero()
    }

    @Test
    fun `an order is cancelled by its controller`() {
        call("cancelOrder", """{"id": "N1"}""").structured(Cancellation::class.java)
            .isEqualTo(Cancellation("N1", "not needed"))
    }
}
