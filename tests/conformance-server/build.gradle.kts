plugins {
    java
    alias(libs.plugins.spring.boot)
}

description = "An application with the fixtures that the official conformance suite expects."

dependencies {
    implementation(project(":mcp-spring-boot-starter"))
    runtimeOnly(project(":mcp-spring-boot-console"))

    testImplementation(libs.spring.boot.starter.webflux.test)
}
