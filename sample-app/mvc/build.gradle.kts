plugins {
    java
    alias(libs.plugins.spring.boot)
}

description = "The sample as a Spring MVC application."

dependencies {
    implementation(project(":mcp-spring-boot-starter-webmvc"))
    runtimeOnly(project(":mcp-spring-boot-console"))
    runtimeOnly(project(":mcp-spring-boot-redis"))
    implementation(project(":authorization-server"))
    implementation(libs.spring.boot.starter.actuator)
    implementation(libs.spring.boot.starter.jdbc)
    implementation(libs.spring.boot.starter.security.oauth2.resource.server)
    implementation(libs.spring.boot.starter.validation)
    implementation(libs.commons.csv)
    implementation(libs.xchart)

    runtimeOnly(libs.bucket4j.core)
    runtimeOnly(libs.h2)
    runtimeOnly(libs.micrometer.registry.prometheus)

    testImplementation(libs.spring.boot.starter.webmvc.test)
    testImplementation(project(":mcp-spring-boot-test"))
    testImplementation(libs.mcp.sdk)
}

springBoot {
    buildInfo {
        // With the time in it nothing would ever be up to date.
        excludes = setOf("time")
    }
}

tasks.test {
    filter {
        // The others do not call the server, so that they are the same on both web stacks.
        listOf("DataDeskTests", "DeskCallsTests", "SavedTablesTests", "TableResourcesTests").forEach {
            includeTestsMatching("*.$it")
        }
    }
}
