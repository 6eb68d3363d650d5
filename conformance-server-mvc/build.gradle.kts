plugins {
    java
    alias(libs.plugins.spring.boot)
}

description = "The conformance server as a Spring MVC application."

dependencies {
    implementation(project(":mcp-spring-boot-starter-webmvc"))

    testImplementation(libs.spring.boot.starter.webmvc.test)
}

sourceSets {
    main {
        java.setSrcDirs(listOf("../conformance-server/src/main/java"))
        resources.setSrcDirs(listOf("../conformance-server/src/main/resources"))
    }
    test {
        java.setSrcDirs(listOf("../conformance-server/src/test/java"))
    }
}

springBoot {
    mainClass = "io.mcpspring.conformance.ConformanceServerApplication"
}

tasks.bootJar {
    archiveFileName = "conformance-server.jar"
}

tasks.jar {
    enabled = false
}
