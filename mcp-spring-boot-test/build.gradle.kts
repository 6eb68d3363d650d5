plugins {
    `java-library`
}

description = "Tests the Model Context Protocol (MCP) server of a Spring Boot application as its clients use it."

dependencies {
    api(project(":mcp-spring-boot-autoconfigure"))
    api(libs.spring.boot.starter.test)
    implementation(libs.json.schema.validator)

    compileOnly(libs.jakarta.servlet.api)
    compileOnly(libs.spring.security.config)
    compileOnly(libs.spring.security.core)

    testImplementation(project(":mcp-spring-boot-starter"))
    testImplementation(project(":mcp-spring-boot-starter-webmvc"))
    testImplementation(libs.spring.boot.starter.validation)
    testImplementation(libs.archunit)
}
