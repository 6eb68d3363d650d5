plugins {
    `java-library`
}

description = "A page in the browser for the Model Context Protocol (MCP) server of a Spring Boot application."

dependencies {
    api(project(":mcp-spring-boot-autoconfigure"))
}
