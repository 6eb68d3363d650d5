plugins {
    java
}

description = "Compares applications with and without the starters."

// The class paths of the applications are selected from these dependencies; see ClassPath.
dependencies {
    testImplementation(project(":mcp-spring-boot-starter"))
    testImplementation(project(":mcp-spring-boot-starter-webmvc"))
    testImplementation(project(":mcp-spring-boot-console"))
    testImplementation(libs.spring.boot.devtools)
    testImplementation(libs.spring.boot.starter.actuator)
    testImplementation(libs.spring.boot.starter.restclient)
    testImplementation(libs.spring.boot.starter.security)
    testImplementation(libs.spring.boot.starter.test)
}
