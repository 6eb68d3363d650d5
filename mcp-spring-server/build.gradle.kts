plugins {
    `java-library`
}

description = "Serves the annotated methods of a Spring application over the Model Context Protocol (MCP)."

dependencies {
    api(libs.spring.context)
    api(libs.spring.web)
    api(libs.reactor.core)
    api(libs.jackson.databind)
    // The validator logs with it.
    api(libs.slf4j.api)
    api(libs.jspecify)
    implementation(libs.json.schema.validator)

    compileOnly(libs.spring.webflux)
    compileOnly(libs.spring.webmvc)
    compileOnly(libs.jakarta.servlet.api)
    compileOnly(libs.jakarta.annotation.api)
    compileOnly(libs.jakarta.validation.api)
    compileOnly(libs.swagger.annotations)
    compileOnly(libs.therapi.runtime.javadoc)
    compileOnly(libs.context.propagation)
    compileOnly(libs.reactor.netty.http)
    compileOnly(libs.kotlin.reflect)
    compileOnly(libs.bucket4j.core)
    compileOnly(libs.micrometer.core)
    compileOnly(libs.micrometer.tracing) {
        // Spring has these types, with nullness.
        exclude(group = "aopalliance", module = "aopalliance")
    }
    compileOnly(libs.spring.data.commons)
    compileOnly(libs.spring.security.config)
    compileOnly(libs.spring.security.core)
    compileOnly(libs.spring.security.oauth2.core)
    compileOnly(libs.spring.security.oauth2.jose)
    compileOnly(libs.spring.security.oauth2.resource.server)
    compileOnly(libs.spring.security.web)

    testImplementation(libs.spring.boot.starter.validation)
    testImplementation(libs.spring.boot.starter.webflux.test)
    testImplementation(libs.reactor.test)
}
