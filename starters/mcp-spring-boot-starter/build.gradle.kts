plugins {
    `java-library`
}

description = "The one dependency that makes a Spring Boot service a Model Context Protocol (MCP) server."

dependencies {
    api(project(":mcp-spring-boot-autoconfigure"))
    api(libs.spring.boot.starter.webflux)
    // Put constraints and descriptions into schemas as soon as the application has these annotations on its class path.
    runtimeOnly(libs.jsonschema.module.jakarta.validation)
    runtimeOnly(libs.jsonschema.module.swagger)
}
