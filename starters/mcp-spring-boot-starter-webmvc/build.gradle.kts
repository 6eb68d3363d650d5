plugins {
    `java-library`
}

description = "The one dependency that makes a Spring MVC application a Model Context Protocol (MCP) server."

dependencies {
    api(project(":mcp-spring-boot-autoconfigure"))
    api(libs.spring.boot.starter.webmvc)
    // Put constraints and descriptions into schemas as soon as the application has these annotations on its class path.
    runtimeOnly(libs.jsonschema.module.jakarta.validation)
    runtimeOnly(libs.jsonschema.module.swagger)
}
