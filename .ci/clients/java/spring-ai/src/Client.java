import java.net.URI;
import org.springframework.ai.mcp.client.webflux.transport.WebClientStreamableHttpTransport;
import org.springframework.web.reactive.function.client.WebClient;

/** The WebFlux client of Spring AI, which only accepts events with a name. */
public final class Client {

    public static void main(String[] args) throws Exception {
        URI url = URI.create(args[0]);
        WebClient.Builder web = WebClient.builder().baseUrl(url.getScheme() + "://" + url.getAuthority());
        SdkChecks.run(
                "Spring AI 2.0.0, WebFlux",
                WebClientStreamableHttpTransport.builder(web)
                        .endpoint(url.getPath())
                        .build());
        System.exit(0);
    }
}
