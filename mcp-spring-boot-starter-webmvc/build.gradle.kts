plugins {
    `java-library`
    `maven-publish`
}

description = "The one dependency that makes a Spring MVC application a Model Context Protocol (MCP) server."

dependencies {
    api(project(":mcp-spring-boot-autoconfigure"))
    api(libs.spring.boot.starter.webmvc)
    // Put constraints and descriptions into schemas as soon as the application has these annotations on its class path.
    runtimeOnly(libs.jsonschema.module.jakarta.validation)
    runtimeOnly(libs.jsonschema.module.swagger)
}

tasks.jar {
    manifest {
        attributes("Automatic-Module-Name" to "io.mcpspring.starter.webmvc")
        // Spring Boot leaves jars of this type out of executable jars: there is nothing to load.
        attributes("Spring-Boot-Jar-Type" to "dependencies-starter")
    }
}

publishing {
    publications.named<MavenPublication>("library") {
        pom {
            name = "MCP Spring Boot Starter for Spring MVC"
            description = project.description
        }
    }
}
