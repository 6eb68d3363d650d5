import org.jetbrains.kotlin.gradle.dsl.JvmTarget

plugins {
    alias(libs.plugins.kotlin)
}

description = "Tests of an application in Kotlin, on WebFlux and on Spring MVC."

kotlin {
    compilerOptions {
        jvmTarget = JvmTarget.JVM_17
        javaParameters = true
    }
}

dependencies {
    testImplementation(project(":mcp-spring-boot-starter"))
    testImplementation(project(":mcp-spring-boot-starter-webmvc"))
    testImplementation(project(":mcp-spring-boot-test"))
    testImplementation(libs.kotlin.reflect)
    testImplementation(libs.kotlinx.coroutines.reactor)
    testImplementation(libs.jackson.module.kotlin)
    testImplementation(libs.spring.boot.starter.validation)
}
