package io.mcpspring.kotlin

import io.mcpspring.annotation.McpTool
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.http.HttpStatus
import org.springframework.mock.http.client.MockClientHttpResponse
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.client.RestClient
import org.springframework.web.client.support.RestClientAdapter
import org.springframework.web.service.annotation.GetExchange
import org.springframework.web.service.annotation.HttpExchange
import org.springframework.web.service.invoker.HttpServiceProxyFactory

@JvmInline
value class OrderId(val text: String)

@HttpExchange("/orders")
interface RemoteOrders {

    @McpTool
    @GetExchange("/{id}")
    fun findRemoteOrder(@PathVariable id: OrderId): String
}

@Configuration(proxyBeanMethods = false)
class RemoteServer {

    /** Another server, which answers with the path of the request. */
    @Bean
    fun remoteOrders(): RemoteOrders {
        val client = RestClient.builder()
            .baseUrl("http://localhost")
            .requestInterceptor { request, _, _ ->
                MockClientHttpResponse(request.uri.rawPath.toByteArray(), HttpStatus.OK)
            }
            .build()
        return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(client)).build()
            .createClient(RemoteOrders::class.java)
    }
}

/** Functions of HTTP interfaces as tools. */
class HttpInterfaceTests {

    @Test
    fun `a value class becomes a part of the path`() {
        call("findRemoteOrder", """{"id": "N1"}""").text().isEqualTo("/orders/N1")
    }

    @ParameterizedTest
    @ValueSource(strings = ["..", ".", ""])
    fun `a value class in the path does not lead to another path`(id: String) {
        call("findRemoteOrder", """{"id": "$id"}""").error().contains("id: is part of a path")
    }
}
