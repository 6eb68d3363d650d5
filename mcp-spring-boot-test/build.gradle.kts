plugins {
    `java-library`
    `maven-publish`
}

description = "Tests the Model Context Protocol (MCP) server of a Spring Boot application as its clients use it."

configurations {
    // What is optional for users is there in the tests.
    testImplementation {
        extendsFrom(configurations.compileOnly.get())
    }
}

dependencies {
    api(project(":mcp-spring-boot-autoconfigure"))
    api(libs.spring.boot.starter.test)
    implementation(libs.json.schema.validator) {
        // Schemas are JSON here; the validator works without its YAML reader.
        exclude(group = "tools.jackson.dataformat", module = "jackson-dataformat-yaml")
        // Spring Boot says which version of these it is.
        exclude(group = "tools.jackson.core", module = "jackson-databind")
        exclude(group = "org.slf4j", module = "slf4j-api")
    }

    compileOnly(libs.jakarta.servlet.api)
    compileOnly(libs.spring.security.core)

    testImplementation(project(":mcp-spring-boot-starter"))
    testImplementation(project(":mcp-spring-boot-starter-webmvc"))
    testImplementation(libs.spring.boot.starter.validation)
    testImplementation(libs.archunit)
}

tasks.jar {
    manifest {
        attributes("Automatic-Module-Name" to "io.mcpspring.test")
    }
}

publishing {
    publications.named<MavenPublication>("library") {
        pom {
            name = "MCP Spring Boot Test"
            description = project.description
        }
    }
}
