pluginManagement {
    repositories {
        mavenCentral()
    }
}

dependencyResolutionManagement {
    repositoriesMode = RepositoriesMode.FAIL_ON_PROJECT_REPOS
    repositories {
        mavenCentral()
    }
}

rootProject.name = "mcp-spring-boot"

include("mcp-spring-boot-autoconfigure")
include("mcp-spring-boot-starter")
include("sample-app")
include("conformance-server")
