plugins {
    `java-library`
}

description = "The one dependency that makes a Spring Boot service a Model Context Protocol (MCP) server."

dependencies {
    api(project(":mcp-spring-boot-autoconfigure"))
    api(libs.spring.boot.starter.webflux)
}
