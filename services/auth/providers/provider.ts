import { presetOf } from './presets.ts'
import type { EmailList, Preset, ProfileMap } from './presets.ts'
import type { ProviderConfig } from './provider-config.ts'

/**
 * A provider as a pool uses it: the preset merged with the settings. `secret()` is the only access to the
 * secret.
 */
export interface Provider {
  name: string
  title: string
  enabled: boolean
  protocol: 'oidc' | 'oauth2'
  clientId: string
  /** Opens the sealed client secret; empty for a public client. For Apple it is the private key. */
  secret: () => string
  /** Accepted audiences of an ID token: the client id, and other ids of the same application. */
  audiences: string[]
  issuer: string | undefined
  issuerAliases: string[]
  discoveryUrl: string | undefined
  /** Endpoints from the configuration, which replace those of the provider's document. */
  endpoints: { authorization?: string; token?: string; userinfo?: string; jwks?: string }
  /** Hosts that a discovery document may name besides the issuer's own. */
  hosts: string[]
  scopes: string[]
  scopeSeparator: string
  authorizationParams: Record<string, string>
  profile: ProfileMap
  emails: EmailList | undefined
  userinfoHeaders: Record<string, string>
  clientAuth: 'basic' | 'post' | undefined
  skipNonce: boolean
  emailOptional: boolean
  claimsAllowlist: string[]
  /** The data from which each exchange creates a new client secret (Apple). */
  signedSecret: { audience: string; teamId: string; keyId: string } | undefined
}

/** What the account rules need to know about the source of an identity: a provider, or a wallet. */
export type Prover = Pick<Provider, 'name' | 'title' | 'emailOptional'>

/** The stored or environment settings of a provider. */
export interface ProviderSource {
  name: string
  title?: string | null
  enabled: boolean
  clientId: string
  secret: () => string
  config: ProviderConfig
}

/** Names of OpenID Connect's standard claims. */
const STANDARD_CLAIMS: ProfileMap = {
  sub: 'sub',
  email: 'email',
  emailVerified: 'email_verified',
  name: 'name',
  userName: 'preferred_username',
  picture: 'picture',
}

/** @returns undefined for an unknown name */
export function makeProvider({
  name,
  title,
  enabled,
  clientId,
  secret,
  config,
}: ProviderSource): Provider | undefined {
  const preset = presetOf(name, config.protocol)
  if (!preset) return undefined
  const issuer = config.issuer ?? preset.issuer
  return {
    name,
    title: title || preset.title,
    enabled,
    protocol: preset.protocol,
    clientId,
    secret,
    audiences: [clientId, ...(config.acceptable_client_ids ?? [])],
    issuer,
    issuerAliases: config.issuer ? [] : (preset.issuerAliases ?? []),
    discoveryUrl: config.discovery_url,
    endpoints: endpointsOf(preset, config),
    hosts: preset.hosts ?? [],
    scopes: scopesOf(preset, config),
    scopeSeparator: preset.scopeSeparator ?? ' ',
    authorizationParams: { ...preset.authorizationParams, ...config.authorization_params },
    profile: profileOf(preset, config),
    emails: preset.emails,
    userinfoHeaders: Object.fromEntries(
      Object.entries(preset.userinfoHeaders ?? {}).map(([header, value]) => [
        header,
        value.replace('{client_id}', clientId),
      ]),
    ),
    clientAuth: preset.clientAuth,
    skipNonce: config.skip_nonce_check ?? preset.skipNonce ?? false,
    emailOptional: config.email_optional ?? false,
    claimsAllowlist: config.custom_claims_allowlist ?? [],
    signedSecret: preset.signedSecret && {
      ...preset.signedSecret,
      teamId: config.team_id ?? '',
      keyId: config.key_id ?? '',
    },
  }
}

function endpointsOf(preset: Preset, config: ProviderConfig): Provider['endpoints'] {
  const authorization = config.authorization_url ?? preset.authorizationUrl
  const token = config.token_url ?? preset.tokenUrl
  const userinfo = config.userinfo_url ?? preset.userinfoUrl
  return {
    ...(authorization ? { authorization } : {}),
    ...(token ? { token } : {}),
    ...(userinfo ? { userinfo } : {}),
    ...(config.jwks_uri ? { jwks: config.jwks_uri } : {}),
  }
}

function scopesOf(preset: Preset, config: ProviderConfig): string[] {
  const scopes = config.scopes ?? preset.scopes
  return preset.protocol === 'oidc' && !scopes.includes('openid') ? ['openid', ...scopes] : scopes
}

function profileOf(preset: Preset, config: ProviderConfig): ProfileMap {
  const { email_verified, user_name, ...given } = config.attribute_mapping ?? {}
  // A preset profile is complete. Custom endpoints only list where they differ from the standard claims.
  const known =
    preset.protocol === 'oauth2' && preset.profile?.sub
      ? (preset.profile as ProfileMap)
      : { ...STANDARD_CLAIMS, ...preset.profile }
  return {
    ...known,
    ...given,
    ...(email_verified ? { emailVerified: email_verified } : {}),
    ...(user_name ? { userName: user_name } : {}),
  }
}
