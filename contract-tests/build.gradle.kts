plugins {
    java
}

description = "Tests the library as applications use it, on every web server."

dependencies {
    testImplementation(project(":mcp-spring-boot-starter"))
    testImplementation(project(":mcp-spring-boot-starter-webmvc"))
    testImplementation(project(":mcp-spring-boot-test"))
    testImplementation(libs.spring.boot.starter.validation)
    testImplementation(libs.spring.boot.starter.webflux.test)
    testImplementation(libs.bucket4j.core)
    testImplementation(libs.spring.boot.actuator)
    testImplementation(libs.json.schema.validator) {
        // Schemas are JSON here; the validator works without its YAML reader.
        exclude(group = "tools.jackson.dataformat", module = "jackson-dataformat-yaml")
        // Spring Boot says which version of these it is.
        exclude(group = "tools.jackson.core", module = "jackson-databind")
        exclude(group = "org.slf4j", module = "slf4j-api")
    }
    testImplementation(libs.archunit)
    testImplementation(libs.context.propagation)
    testImplementation(libs.mcp.sdk) {
        // The starter brings it, in our version.
        exclude(group = "com.networknt", module = "json-schema-validator")
    }
    testImplementation(libs.swagger.annotations)
    testImplementation(libs.jakarta.servlet.api)
    testImplementation(libs.spring.tx)
    testImplementation(libs.spring.security.config)
    testImplementation(libs.spring.security.oauth2.core)
    testImplementation(libs.spring.security.web)
}

tasks.withType<Test>().configureEach {
    // Many tests wait for something.
    maxParallelForks = 3
    // The tests of the documentation read the pages, and the names in the code.
    inputs.files(rootProject.files("README.md", "CONTRIBUTING.md"), rootProject.fileTree("docs"))
        .withPropertyName("documentation").withPathSensitivity(PathSensitivity.RELATIVE)
    inputs.files(rootProject.fileTree("mcp-spring-boot-autoconfigure/src/main"))
        .withPropertyName("library").withPathSensitivity(PathSensitivity.RELATIVE)
}
