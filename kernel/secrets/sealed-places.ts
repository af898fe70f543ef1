/**
 * This file was written by `npm run generate` from the comments of the sealed columns. Do not edit.
 */

/** A place that a secret may be sealed at. `npm run reseal` reseals the values of all of them. */
export type SealedPlace =
  | `app.idempotency_keys:${string}`
  | `app.instance_secrets.value:${string}`
  | `auth.flow_states.provider_tokens:${string}`
  | `auth.mfa_factors.secret:${string}:${string}`
  | `auth.provider_logins.verifier:${string}:${string}`
  | `auth.providers.client_secret:${string}:${string}`
  | `auth.signing_keys.private_jwk:${string}`
  | `prompt_providers.key:${string}`
  | `tenants.auth0_client_secret:${string}`
  | `tickets.code:${string}:${string}`
  | `webhook_endpoints.secret:${string}:${string}`
