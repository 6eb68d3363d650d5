plugins {
    `java-library`
}

description = "Serves MCP tools, prompts and resources that are written for Spring AI."

dependencies {
    api(project(":mcp-spring-boot-autoconfigure"))
    api(libs.spring.ai.mcp.annotations)
    api(libs.spring.ai.mcp)
    api(libs.mcp.sdk.core)
    api(libs.mcp.sdk.json)

    annotationProcessor(libs.spring.boot.autoconfigure.processor)
    annotationProcessor(libs.spring.boot.configuration.processor)

    testImplementation(project(":mcp-spring-boot-starter"))
    testImplementation(project(":mcp-spring-boot-starter-webmvc"))
    testImplementation(project(":mcp-spring-boot-test"))
    testImplementation(libs.spring.security.config)
    testImplementation(libs.spring.security.web)
}
