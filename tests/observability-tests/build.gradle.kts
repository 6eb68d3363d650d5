plugins {
    java
}

description = "Tests of observations, meters and Actuator endpoints, on WebFlux and on Spring MVC."

dependencies {
    testImplementation(project(":mcp-spring-boot-starter"))
    testImplementation(project(":mcp-spring-boot-starter-webmvc"))
    testImplementation(project(":mcp-spring-boot-test"))
    testImplementation(libs.spring.boot.starter.actuator)
    testImplementation(libs.spring.boot.micrometer.tracing.opentelemetry)
    testImplementation(libs.spring.boot.restclient)
    testImplementation(libs.spring.boot.starter.test)
    testImplementation(libs.spring.boot.webclient)
    testImplementation(libs.micrometer.observation.test)
    testImplementation(libs.micrometer.registry.prometheus)
    testImplementation(libs.micrometer.tracing.bridge.otel)
    testImplementation(libs.opentelemetry.sdk.testing)
}
