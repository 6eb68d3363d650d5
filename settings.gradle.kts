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

include("mcp-spring-boot-bom")
include("mcp-spring-server")
include("mcp-spring-boot-autoconfigure")
include("mcp-spring-boot-starter")
include("mcp-spring-boot-starter-webmvc")
include("mcp-spring-boot-console")
include("mcp-spring-boot-redis")
include("mcp-spring-boot-spring-ai")
include("mcp-spring-boot-langchain4j")
include("mcp-spring-boot-test")
include("contract-tests")
include("sample-app")
include("sample-app-mvc")
include("conformance-server")
include("conformance-server-mvc")
include("coexistence-tests")
include("authorization-server")
include("security-tests")
include("fuzz-tests")
include("kotlin-tests")
include("observability-tests")
include("petclinic-tests")

mapOf(
    "starters" to listOf("mcp-spring-boot-bom", "mcp-spring-boot-starter", "mcp-spring-boot-starter-webmvc"),
    "tests" to listOf(
        "contract-tests", "conformance-server", "coexistence-tests", "authorization-server", "security-tests",
        "fuzz-tests", "kotlin-tests", "observability-tests", "petclinic-tests",
    ),
).forEach { (folder, modules) -> modules.forEach { project(":$it").projectDir = file("$folder/$it") } }
project(":sample-app-mvc").projectDir = file("sample-app/mvc")
project(":conformance-server-mvc").projectDir = file("tests/conformance-server/mvc")
