plugins {
    java
}

description = "Tests the library as applications use it, on every web server."

dependencies {
    testImplementation(project(":mcp-spring-boot-starter"))
    testImplementation(project(":mcp-spring-boot-starter-webmvc"))
    testImplementation(project(":mcp-spring-boot-console"))
    testImplementation(project(":mcp-spring-boot-test"))
    testImplementation(libs.spring.boot.starter.validation)
    testImplementation(libs.spring.boot.starter.webflux.test)
    testImplementation(libs.bucket4j.core)
    testImplementation(libs.spring.boot.actuator)
    testImplementation(libs.json.schema.validator)
    testImplementation(libs.archunit)
    testImplementation(libs.context.propagation)
    testImplementation(libs.mcp.sdk)
    testImplementation(libs.swagger.annotations)
    testImplementation(libs.therapi.runtime.javadoc)
    testImplementation(libs.logbook.servlet)
    testImplementation(libs.jakarta.servlet.api)
    testImplementation(libs.spring.tx)
    testImplementation(libs.spring.jdbc)
    testImplementation(libs.h2)
    testImplementation(libs.spring.data.commons)
    testImplementation(libs.spring.security.config)
    testImplementation(libs.spring.security.oauth2.core)
    testImplementation(libs.spring.security.web)
}
