import * as z from 'zod/mini'
import { isPlainAddress } from '#kernel/contract.ts'

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const httpAddress = text(2000).check(
  z.refine(
    (value) => /^https?:\/\//i.test(value) && isPlainAddress(value) && URL.canParse(value),
    'must be an address like https://login.example',
  ),
)
/** Issuers are compared letter by letter and have neither query nor fragment (OpenID Connect Discovery 3). */
const issuer = httpAddress.check(
  z.refine((value) => !/[?#]/.test(value), 'must not have a query or fragment'),
)
const texts = (most: number) => z.array(text(200)).check(z.maxLength(most))
const flag = z.optional(z.boolean())

/** Parameters that our own part of the exchange sets. No configuration and no client can change them. */
export const RESERVED_PARAMS = [
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'state',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'nonce',
  'request',
  'request_uri',
]
/** Fields that a mapping may set. The others of a profile are not configurable. */
const MAPPED = ['sub', 'email', 'email_verified', 'name', 'user_name', 'picture']

/** How to reach a provider, besides client id and secret. A preset already contains most of it. */
export const providerConfig = z.strictObject({
  protocol: z.optional(z.enum(['oidc', 'oauth2'])),
  issuer: z.optional(issuer),
  discovery_url: z.optional(httpAddress),
  authorization_url: z.optional(httpAddress),
  token_url: z.optional(httpAddress),
  userinfo_url: z.optional(httpAddress),
  jwks_uri: z.optional(httpAddress),
  /** Requested instead of the preset's scopes. */
  scopes: z.optional(texts(50)),
  /** Other accepted audiences of ID tokens: the same application on other devices. */
  acceptable_client_ids: z.optional(texts(20)),
  authorization_params: z.optional(
    z
      .record(text(100), z.string().check(z.maxLength(1000)))
      .check(
        z.refine(
          (value) => Object.keys(value).every((name) => !RESERVED_PARAMS.includes(name.toLowerCase())),
          `must not set ${RESERVED_PARAMS.join(', ')}`,
        ),
      ),
  ),
  /** Maps our field to its path in the profile. */
  attribute_mapping: z.optional(
    z
      .record(text(100), text(200))
      .check(
        z.refine(
          (value) => Object.keys(value).every((name) => MAPPED.includes(name)),
          `may set ${MAPPED.join(', ')}`,
        ),
      ),
  ),
  custom_claims_allowlist: z.optional(texts(50)),
  email_optional: flag,
  skip_nonce_check: flag,
  /** Apple: the team, and the key whose private half is the secret. */
  team_id: z.optional(text(100)),
  key_id: z.optional(text(100)),
})
export type ProviderConfig = z.output<typeof providerConfig>

/** What may be set for a provider of a pool. */
const providerInput = z.strictObject({
  enabled: flag,
  /** Shown on the button. */
  title: z.optional(text(100)),
  client_id: text(1000),
  /** If omitted, the stored one stays. */
  client_secret: z.optional(text(10_000)),
  config: z.optional(providerConfig),
})
export type ProviderInput = z.output<typeof providerInput>
