package io.proteus.cloud.ec2;

import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.Ec2ClientBuilder;

/** How the service is reached: credentials by the SDK's chain of defaults, and bounded retries. */
record Ec2Connection(Ec2CloudSettings settings) {
  /** The SDK tries throttled requests and failures of the service again, ever more slowly. */
  private static final int ATTEMPTS = 5;

  private static final Duration ATTEMPT = Duration.ofSeconds(20);
  private static final Duration CALL = Duration.ofSeconds(60);

  Ec2Client client() {
    DefaultCredentialsProvider.Builder chain = DefaultCredentialsProvider.builder();
    settings.profile().ifPresent(chain::profileName);
    return client(chain.build());
  }

  Ec2Client client(AwsCredentialsProvider credentials) {
    Ec2ClientBuilder builder =
        Ec2Client.builder()
            .region(Region.of(settings.region()))
            .credentialsProvider(credentials)
            .httpClientBuilder(UrlConnectionHttpClient.builder().socketTimeout(ATTEMPT))
            .overrideConfiguration(
                ClientOverrideConfiguration.builder()
                    .retryStrategy(
                        AwsRetryStrategy.standardRetryStrategy().toBuilder()
                            .maxAttempts(ATTEMPTS)
                            .build())
                    .apiCallAttemptTimeout(ATTEMPT)
                    .apiCallTimeout(CALL)
                    .build());
    settings.endpoint().map(URI::create).ifPresent(builder::endpointOverride);
    return builder.build();
  }
}
