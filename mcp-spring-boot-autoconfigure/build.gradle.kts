plugins {
    `java-library`
    `maven-publish`
}

description = "Serves the annotated methods of a Spring Boot application over the Model Context Protocol (MCP)."

configurations {
    // What is optional for users is there in the tests.
    testImplementation {
        extendsFrom(configurations.compileOnly.get())
    }
}

dependencies {
    api(libs.spring.boot.autoconfigure)
    api(libs.spring.boot.webflux)
    api(libs.spring.boot.jackson)
    api(libs.jspecify)
    implementation(libs.jsonschema.generator)
    implementation(libs.json.schema.validator) {
        // Schemas are JSON here; the validator works without its YAML reader.
        exclude(group = "tools.jackson.dataformat", module = "jackson-dataformat-yaml")
        // Spring Boot says which version of these it is.
        exclude(group = "tools.jackson.core", module = "jackson-databind")
        exclude(group = "org.slf4j", module = "slf4j-api")
    }

    compileOnly(libs.jsonschema.module.jakarta.validation)
    compileOnly(libs.jsonschema.module.swagger)
    compileOnly(libs.jakarta.validation.api)
    compileOnly(libs.swagger.annotations)
    compileOnly(libs.spring.boot.validation)
    compileOnly(libs.context.propagation)
    compileOnly(libs.reactor.netty.http)
    compileOnly(libs.spring.security.core)
    compileOnly(libs.spring.security.oauth2.core)

    annotationProcessor(libs.spring.boot.configuration.processor)

    testImplementation(libs.spring.boot.starter.webflux)
    testImplementation(libs.spring.boot.starter.validation)
    testImplementation(libs.spring.boot.starter.webflux.test)
    // For examples in the documentation.
    testImplementation(libs.spring.security.config)
    testImplementation(libs.spring.security.web)
    testImplementation(libs.spring.tx)
    testImplementation(libs.reactor.test)
    testImplementation(libs.archunit)
    testImplementation(libs.mcp.sdk) {
        // The starter brings it, in our version.
        exclude(group = "com.networknt", module = "json-schema-validator")
    }
}

tasks.compileJava {
    // Metadata written by hand is a resource that the configuration processor merges with its own.
    inputs.files(tasks.processResources).withPropertyName("metadata").withPathSensitivity(PathSensitivity.RELATIVE)
}

tasks.test {
    // BuildsAgreeTests reads both builds.
    inputs.files(
        rootProject.files("settings.gradle.kts", "build.gradle.kts", "gradle/libs.versions.toml", "pom.xml"),
        rootProject.subprojects.map { it.files("build.gradle.kts", "pom.xml") },
    ).withPropertyName("builds").withPathSensitivity(PathSensitivity.RELATIVE)
    // DocumentationTests and others read the pages.
    inputs.files(rootProject.files("README.md", "CONTRIBUTING.md"), rootProject.fileTree("docs"))
        .withPropertyName("documentation").withPathSensitivity(PathSensitivity.RELATIVE)
}

publishing {
    publications.named<MavenPublication>("library") {
        pom {
            name = "MCP Spring Boot Autoconfigure"
            description = project.description
        }
    }
}
