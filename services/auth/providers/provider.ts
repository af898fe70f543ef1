import { presetOf } from './presets.ts'
import type { EmailList, Preset, ProfileMap } from './presets.ts'
import type { ProviderConfig } from './provider-config.ts'

/** A provider as a pool uses it: what is known of it, with what was set. Holds no secret but by `secret()`. */
export interface Provider {
  name: string
  title: string
  enabled: boolean
  protocol: 'oidc' | 'oauth2'
  clientId: string
  /** Opens the sealed client secret; empty for a public client. For Apple the private key. */
  secret: () => string
  /** Audiences that an ID token may have: the client id, and further ones of the same application. */
  audiences: string[]
  issuer: string | undefined
  issuerAliases: string[]
  discoveryUrl: string | undefined
  /** Where the configuration, not a document of the provider, says to go. */
  endpoints: { authorization?: string; token?: string; userinfo?: string; jwks?: string }
  /** Hosts that a discovery document may name beside the issuer's own. */
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
  /** Of what the client secret is made anew for each exchange (Apple). */
  signedSecret: { audience: string; teamId: string; keyId: string } | undefined
}

/** What the rules about accounts ask of whoever proves an identity: a provider, or a wallet. */
export type Prover = Pick<Provider, 'name' | 'title' | 'emailOptional'>

/** What is stored, or set by the environment, of a provider. */
export interface ProviderSource {
  name: string
  title?: string | null
  enabled: boolean
  clientId: string
  secret: () => string
  config: ProviderConfig
}

/** Names of OpenID Connect's standard claims. */
const STANDARD: ProfileMap = {
  sub: 'sub',
  email: 'email',
  emailVerified: 'email_verified',
  name: 'name',
  userName: 'preferred_username',
  picture: 'picture',
}

/** @returns undefined for a name that nothing is known of */
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
  // A fixed profile says all there is to know; whoever names endpoints says where they differ from the standard.
  const known =
    preset.protocol === 'oauth2' && preset.profile?.sub
      ? (preset.profile as ProfileMap)
      : { ...STANDARD, ...preset.profile }
  return {
    ...known,
    ...given,
    ...(email_verified ? { emailVerified: email_verified } : {}),
    ...(user_name ? { userName: user_name } : {}),
  }
}
