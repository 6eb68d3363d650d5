plugins {
    `java-platform`
}

description = "The version of every module of MCP Spring Boot."

dependencies {
    constraints {
        api(project(":mcp-spring-server"))
        api(project(":mcp-spring-boot-autoconfigure"))
        api(project(":mcp-spring-boot-starter"))
        api(project(":mcp-spring-boot-starter-webmvc"))
        api(project(":mcp-spring-boot-console"))
        api(project(":mcp-spring-boot-redis"))
        api(project(":mcp-spring-boot-spring-ai"))
        api(project(":mcp-spring-boot-langchain4j"))
        api(project(":mcp-spring-boot-test"))
    }
}
