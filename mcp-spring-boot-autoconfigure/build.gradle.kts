plugins {
    `java-library`
}

description = "Serves the annotated methods of a Spring Boot application over the Model Context Protocol (MCP)."

dependencies {
    api(project(":mcp-spring-server"))
    api(libs.spring.boot.autoconfigure)
    api(libs.spring.boot.jackson)

    compileOnly(libs.spring.boot.webflux)
    compileOnly(libs.spring.boot.webmvc)
    compileOnly(libs.jakarta.servlet.api)
    compileOnly(libs.tomcat.embed.core) {
        // As in Spring Boot.
        exclude(group = "org.apache.tomcat", module = "tomcat-annotations-api")
    }
    compileOnly(libs.jakarta.validation.api)
    compileOnly(libs.spring.boot.validation)
    compileOnly(libs.context.propagation)
    compileOnly(libs.reactor.netty.http)
    compileOnly(libs.bucket4j.core)
    compileOnly(libs.spring.boot.actuator)
    compileOnly(libs.spring.boot.actuator.autoconfigure)
    compileOnly(libs.spring.boot.health)
    compileOnly(libs.micrometer.core)
    compileOnly(libs.micrometer.tracing) {
        // Spring has these types, with nullness.
        exclude(group = "aopalliance", module = "aopalliance")
    }
    compileOnly(libs.spring.boot.security.oauth2.resource.server)
    compileOnly(libs.spring.security.config)
    compileOnly(libs.spring.security.core)
    compileOnly(libs.spring.security.oauth2.core)
    compileOnly(libs.spring.security.oauth2.jose)
    compileOnly(libs.spring.security.oauth2.resource.server)
    compileOnly(libs.spring.security.web)

    annotationProcessor(libs.spring.boot.autoconfigure.processor)
    annotationProcessor(libs.spring.boot.configuration.processor)

    testImplementation(libs.spring.boot.starter.validation)
    testImplementation(libs.spring.boot.starter.webflux.test)
    testImplementation(libs.reactor.test)
    testImplementation(libs.archunit)
}

tasks.compileJava {
    // Metadata written by hand is a resource that the configuration processor merges with its own.
    inputs.files(tasks.processResources).withPropertyName("metadata").withPathSensitivity(PathSensitivity.RELATIVE)
}
