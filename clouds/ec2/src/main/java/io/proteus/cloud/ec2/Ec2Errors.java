package io.proteus.cloud.ec2;

import io.proteus.core.port.PortException;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.HttpStatusCode;

/** What the service's refusals mean for who wrote the configuration. */
record Ec2Errors(Ec2CloudSettings settings) {
  /** Another subnet or type may have what this one lacks. */
  private static final Set<String> USED_UP =
      Set.of(
          "InsufficientInstanceCapacity",
          "InsufficientHostCapacity",
          "InsufficientCapacity",
          "InsufficientFreeAddressesInSubnet",
          "SpotMaxPriceTooLow",
          "Unsupported");

  private static final Set<String> LACKS_A_RIGHT =
      Set.of("UnauthorizedOperation", "AccessDenied", "AccessDeniedException");

  static String code(SdkException refused) {
    return refused instanceof AwsServiceException service && service.awsErrorDetails() != null
        ? service.awsErrorDetails().errorCode()
        : "";
  }

  static boolean isUsedUp(SdkException refused) {
    return USED_UP.contains(code(refused));
  }

  static boolean lacksARight(SdkException refused) {
    return LACKS_A_RIGHT.contains(code(refused));
  }

  /** An order with this token was given before, with other parameters. */
  static boolean isOfAnotherOrder(SdkException refused) {
    return code(refused).equals("IdempotentParameterMismatch");
  }

  /** An order with this token was carried out before, and its instance has ended. */
  static boolean isOfAnEndedInstance(SdkException refused) {
    return code(refused).equals("IdempotentInstanceTerminated");
  }

  /** Nothing says that the order was not carried out. */
  static boolean isAnswerLost(SdkException failed) {
    return !(failed instanceof AwsServiceException service)
        || service.statusCode() >= HttpStatusCode.INTERNAL_SERVER_ERROR;
  }

  /** One sentence that names the key and its value. */
  PortException explained(SdkException refused) {
    return new PortException(sentence(refused), refused);
  }

  private String sentence(SdkException refused) {
    String code = code(refused);
    if (lacksARight(refused)) {
      return "The credentials of %s lack a right (%s): %s. The policy in clouds/ec2/README.md has all that are needed."
          .formatted(source(), code, said(refused));
    }
    return switch (code) {
      case "" -> unreached(refused);
      case "AuthFailure",
          "InvalidClientTokenId",
          "UnrecognizedClientException",
          "SignatureDoesNotMatch",
          "InvalidAccessKeyId",
          "OptInRequired" ->
          "EC2 does not accept the credentials of %s for cloud.region %s (%s). Try 'aws sts get-caller-identity'."
              .formatted(source(), settings.region(), code);
      case "ExpiredToken", "ExpiredTokenException", "RequestExpired" ->
          "The credentials of %s have expired (%s). Renew them, or give Proteus an instance role."
              .formatted(source(), code);
      case "InvalidAMIID.NotFound", "InvalidAMIID.Malformed", "InvalidAMIID.Unavailable" ->
          unknown("image", settings.image(), "an image", refused);
      case "InvalidSubnetID.NotFound", "InvalidSubnet", "InvalidSubnetID.Malformed" ->
          unknown("subnets", settings.subnets(), "subnets", refused);
      case "InvalidGroup.NotFound", "InvalidSecurityGroupID.NotFound", "InvalidGroupId.Malformed" ->
          unknown("securityGroups", settings.securityGroups(), "security groups", refused);
      case "InvalidKeyPair.NotFound" ->
          unknown("keyPair", settings.keyPair().orElse("none"), "a key pair", refused);
      case "InvalidInstanceType" ->
          unknown("instanceTypes", settings.instanceTypes(), "types of instances", refused);
      case "InstanceLimitExceeded", "VcpuLimitExceeded", "MaxSpotInstanceCountExceeded" ->
          "EC2 starts no more instances for this account in %s (%s): %s. Have the quota raised, or set scaling.nodes.max lower."
              .formatted(settings.region(), code, said(refused));
      case "RequestLimitExceeded", "Throttling", "ThrottlingException" ->
          "EC2 answers no more requests of this account for now (%s), tried several times; it is asked again in the next cycle."
              .formatted(code);
      default ->
          said(refused).contains("InstanceType")
              ? unknown("instanceTypes", settings.instanceTypes(), "types of instances", refused)
              : "EC2 in %s refuses (%s): %s.".formatted(settings.region(), code, said(refused));
    };
  }

  private String unknown(String key, Object value, String wanted, SdkException refused) {
    return "cloud.%s: want %s of cloud.region %s, got %s; EC2 says: %s."
        .formatted(key, wanted, settings.region(), value, said(refused));
  }

  private String unreached(SdkException refused) {
    String text = String.valueOf(refused.getMessage());
    if (text.contains("credentials") || text.contains("Profile")) {
      return "There are no credentials for EC2 in %s. Set cloud.profile, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine an instance role."
          .formatted(source());
    }
    return "EC2 cannot be reached at %s: %s. Look at cloud.region and cloud.endpoint."
        .formatted(settings.endpoint().orElse("cloud.region " + settings.region()), ended(text));
  }

  private String source() {
    return settings.profile().map("cloud.profile "::concat).orElse("the SDK's chain of defaults");
  }

  private static String said(SdkException refused) {
    String text =
        refused instanceof AwsServiceException service && service.awsErrorDetails() != null
            ? service.awsErrorDetails().errorMessage()
            : refused.getMessage();
    return ended(String.valueOf(text));
  }

  /** Without the full stop, as a sentence goes on. */
  private static String ended(String text) {
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }
}
