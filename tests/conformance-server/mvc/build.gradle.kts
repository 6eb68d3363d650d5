plugins {
    java
    alias(libs.plugins.spring.boot)
}

description = "The conformance server as a Spring MVC application."

dependencies {
    implementation(project(":mcp-spring-boot-starter-webmvc"))
    runtimeOnly(project(":mcp-spring-boot-console"))

    testImplementation(libs.spring.boot.starter.webmvc.test)
}
