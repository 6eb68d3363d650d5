plugins {
    java
    alias(libs.plugins.spring.boot)
}

description = "A small data service that answers over the Model Context Protocol (MCP)."

dependencies {
    implementation(project(":mcp-spring-boot-starter"))
    runtimeOnly(project(":mcp-spring-boot-console"))
    runtimeOnly(project(":mcp-spring-boot-redis"))
    implementation(libs.spring.boot.starter.actuator)
    implementation(libs.spring.boot.starter.jdbc)
    implementation(libs.spring.boot.starter.validation)
    implementation(libs.commons.csv)
    implementation(libs.xchart)

    runtimeOnly(libs.bucket4j.core)
    runtimeOnly(libs.h2)
    runtimeOnly(libs.micrometer.registry.prometheus)

    testImplementation(libs.spring.boot.starter.webflux.test)
    testImplementation(project(":mcp-spring-boot-test"))
    testImplementation(libs.mcp.sdk)
}

springBoot {
    buildInfo {
        // With the time in it nothing would ever be up to date.
        excludes = setOf("time")
    }
}
