plugins {
    `java-library`
}

description = "Serves objects whose methods are tools of LangChain4j over the Model Context Protocol (MCP)."

dependencies {
    api(project(":mcp-spring-server"))
    api(libs.langchain4j)

    testImplementation(project(":mcp-spring-boot-starter"))
    testImplementation(project(":mcp-spring-boot-starter-webmvc"))
    testImplementation(project(":mcp-spring-boot-test"))
}
