plugins {
    java
}

description = "An application with an HTTP API whose operations become tools by a property."

dependencies {
    testImplementation(project(":mcp-spring-boot-starter-webmvc"))
    testImplementation(libs.spring.boot.starter.data.jpa)
    testImplementation(libs.spring.boot.starter.security)
    testImplementation(libs.spring.boot.starter.test)
    testImplementation(libs.spring.boot.starter.validation)
    testImplementation(libs.h2)
    testImplementation(libs.springdoc.openapi.starter.webmvc.api)
}
