plugins {
    java
}

description = "Tests of applications with Spring Security, on WebFlux and on Spring MVC."

dependencies {
    testImplementation(project(":mcp-spring-boot-starter"))
    testImplementation(project(":mcp-spring-boot-starter-webmvc"))
    testImplementation(project(":mcp-spring-boot-console"))
    testImplementation(project(":authorization-server"))
    testImplementation(project(":mcp-spring-boot-test"))
    testImplementation(libs.spring.boot.starter.actuator)
    testImplementation(libs.spring.boot.starter.security.oauth2.resource.server)
    testImplementation(libs.spring.boot.starter.test)
    testImplementation(libs.spring.security.test)
}
