package io.proteus.engine.hbase;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A response's body in memory, refused when it grows beyond any answer that makes sense. */
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {

  /** A server with 10,000 regions answers with 38 MB. */
  private static final long LARGEST_BYTES = 128L << 20;

  private final HttpResponse.BodySubscriber<byte[]> body =
      HttpResponse.BodySubscribers.ofByteArray();
  private Flow.@Nullable Subscription subscription;
  private long received;

  static HttpResponse.BodyHandler<byte[]> handler() {
    return response -> new BoundedBody();
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body.getBody();
  }

  @Override
  public void onSubscribe(Flow.Subscription opened) {
    subscription = opened;
    body.onSubscribe(opened);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      received += buffer.remaining();
    }
    if (received > LARGEST_BYTES) {
      if (subscription != null) {
        subscription.cancel();
      }
      body.onError(new IOException("answer is larger than " + LARGEST_BYTES + " bytes"));
      return;
    }
    body.onNext(buffers);
  }

  @Override
  public void onError(Throwable failure) {
    body.onError(failure);
  }

  @Override
  public void onComplete() {
    body.onComplete();
  }
}
