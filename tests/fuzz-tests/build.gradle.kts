plugins {
    java
}

description = "Tests the readers of untrusted input with generated input."

dependencies {
    testImplementation(project(":mcp-spring-boot-starter"))
    testImplementation(libs.jazzer.junit)
    testImplementation(libs.spring.boot.starter.test)
    testImplementation(libs.spring.boot.starter.validation)
}
