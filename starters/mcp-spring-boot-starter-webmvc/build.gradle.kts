plugins {
    `java-library`
}

description = "The one dependency that makes a Spring MVC application a Model Context Protocol (MCP) server."

dependencies {
    api(project(":mcp-spring-boot-autoconfigure"))
    api(libs.spring.boot.starter.webmvc)
}
