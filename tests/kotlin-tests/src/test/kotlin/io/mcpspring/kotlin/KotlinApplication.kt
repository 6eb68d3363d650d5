package io.mcpspring.kotlin

import io.mcpspring.test.McpTester
import io.mcpspring.test.McpToolResponse
import org.springframework.boot.WebApplicationType
import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.boot.builder.SpringApplicationBuilder
import org.springframework.context.ConfigurableApplicationContext
import org.springframework.context.annotation.ComponentScan
import tools.jackson.databind.JsonNode

/** An application in Kotlin. All tests call the same one over HTTP. */
@SpringBootApplication(proxyBeanMethods = false)
@ComponentScan(excludeFilters = [ComponentScan.Filter(NotInApplication::class)])
class KotlinApplication

/** A component of other applications. */
annotation class NotInApplication

val application by lazy {
    val netty = System.getProperty("mcp.tests.stack", "netty") == "netty"
    start(if (netty) WebApplicationType.REACTIVE else WebApplicationType.SERVLET, KotlinApplication::class.java)
}

fun start(type: WebApplicationType, vararg sources: Class<*>): ConfigurableApplicationContext =
    SpringApplicationBuilder(*sources).web(type).run("--server.address=localhost", "--server.port=0")

val mcp: McpTester by lazy { McpTester.bindToApplicationContext(application).build() }

fun call(tool: String, arguments: String = "{}"): McpToolResponse =
    mcp.call(tool).argumentsAsJson(arguments).execute()

private fun tool(name: String) = mcp.tools().first { it.name() == name }

/** The input schema of a tool, or what a JSON Pointer finds in it. */
fun input(tool: String, pointer: String = ""): JsonNode = tool(tool).inputSchema().at(pointer)

/** The schema of an argument. */
fun argument(tool: String, name: String) = input(tool, "/properties/$name")

const val TEXT = """{"type":"string"}"""

const val INTEGER = """{"type":"integer"}"""

fun orNull(schema: String) = """{"anyOf":[$schema,{"type":"null"}]}"""

/** The output schema of a tool, or what a JSON Pointer finds in it. */
fun output(tool: String, pointer: String = ""): JsonNode = tool(tool).outputSchema()!!.at(pointer)
