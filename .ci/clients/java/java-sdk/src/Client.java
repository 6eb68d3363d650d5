import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import java.net.URI;

/** The official Java SDK, in the last version that only accepts events with a name. */
public final class Client {

    public static void main(String[] args) throws Exception {
        URI url = URI.create(args[0]);
        SdkChecks.run(
                "Java SDK 1.1.2",
                HttpClientStreamableHttpTransport.builder(url.getScheme() + "://" + url.getAuthority())
                        .endpoint(url.getPath())
                        .build());
        System.exit(0);
    }
}
