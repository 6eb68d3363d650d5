plugins {
    `java-library`
}

description = "Shares the state of a Model Context Protocol (MCP) server between its instances, in Redis or Valkey."

dependencies {
    api(project(":mcp-spring-boot-autoconfigure"))
    api(libs.spring.boot.starter.data.redis)

    compileOnly(libs.micrometer.core)

    testImplementation(project(":mcp-spring-boot-starter"))
    testImplementation(project(":mcp-spring-boot-starter-webmvc"))
    testImplementation(libs.bucket4j.core)
    testImplementation(libs.spring.boot.starter.test)
}
