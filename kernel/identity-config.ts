import * as z from 'zod'

const secret = z.string().optional()

const PAIR = /^([a-z0-9][a-z0-9.-]*\.auth0\.com)=(https?:\/\/.+[^/])$/

/** `name.auth0.com=https://stand-in.example/path`, comma-separated. */
export const auth0Overrides = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine(
    (pairs) => pairs.every((pair) => PAIR.test(pair) && URL.canParse(PAIR.exec(pair)![2]!)),
    'must be a list like name.auth0.com=https://stand-in.example',
  )
  .transform((pairs) =>
    Object.fromEntries(pairs.map((pair) => PAIR.exec(pair)!.slice(1, 3) as [string, string])),
  )

/** Settings for external sign-in. Values are only checked to be text here; the auth service validates the rest. */
export const identitySettings = {
  AUTH_PROVIDER_GOOGLE_CLIENT_ID: z.string().optional(),
  AUTH_PROVIDER_GOOGLE_SECRET: secret,
  AUTH_PROVIDER_GITHUB_CLIENT_ID: z.string().optional(),
  AUTH_PROVIDER_GITHUB_SECRET: secret,
  AUTH_PROVIDER_APPLE_CLIENT_ID: z.string().optional(),
  AUTH_PROVIDER_APPLE_SECRET: secret,
  AUTH_PROVIDER_APPLE_TEAM_ID: z.string().optional(),
  AUTH_PROVIDER_APPLE_KEY_ID: z.string().optional(),
  AUTH_PROVIDER_OIDC_CLIENT_ID: z.string().optional(),
  AUTH_PROVIDER_OIDC_SECRET: secret,
  AUTH_PROVIDER_OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  AUTH_PROVIDER_OIDC_TITLE: z.string().max(100).default('Single sign-on'),
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine(
      (list) => list.every((one) => URL.parse(one)?.origin === one.replace(/\/$/, '')),
      'must be a list of origins like https://login.company.example:8443',
    )
    .transform((list) => list.map((one) => new URL(one).origin)),
}

type IdentitySettings = z.output<z.ZodObject<typeof identitySettings>>

/** A sign-in provider for creators, configured in the environment. */
export interface ProviderSetting {
  /** Its name on the wire: google, github, apple, custom:oidc. */
  name: string
  title?: string
  clientId: string
  /** For Apple the private key (PEM). */
  clientSecret: string
  issuer?: string
  teamId?: string
  keyId?: string
}

/** The stand-in for an identity provider (development only). */
export interface SandboxIdentity {
  issuer: string
  clientId: string
  clientSecret: string
}

export interface IdentityConfig {
  providers: ProviderSetting[]
  sandbox?: SandboxIdentity
  /** Origins that guarded requests may reach although they are not public. */
  outboundAllow: string[]
}

/** Combines the environment's and the sandbox's settings for external sign-in. */
export function identityConfig(s: IdentitySettings, sandbox: SandboxIdentity | undefined): IdentityConfig {
  const pair = (name: 'GOOGLE' | 'GITHUB' | 'APPLE' | 'OIDC') => ({
    clientId: s[`AUTH_PROVIDER_${name}_CLIENT_ID`] ?? '',
    // A multi-line key is written on one line in an environment file.
    clientSecret: (s[`AUTH_PROVIDER_${name}_SECRET`] ?? '').replaceAll('\\n', '\n'),
  })
  const providers: ProviderSetting[] = [
    { name: 'google', ...pair('GOOGLE') },
    { name: 'github', ...pair('GITHUB') },
    {
      name: 'apple',
      ...pair('APPLE'),
      ...(s.AUTH_PROVIDER_APPLE_TEAM_ID ? { teamId: s.AUTH_PROVIDER_APPLE_TEAM_ID } : {}),
      ...(s.AUTH_PROVIDER_APPLE_KEY_ID ? { keyId: s.AUTH_PROVIDER_APPLE_KEY_ID } : {}),
    },
    {
      name: 'custom:oidc',
      title: s.AUTH_PROVIDER_OIDC_TITLE,
      ...pair('OIDC'),
      ...(s.AUTH_PROVIDER_OIDC_ISSUER ? { issuer: s.AUTH_PROVIDER_OIDC_ISSUER } : {}),
    },
  ]
  return {
    providers: providers.filter(
      ({ name, clientId, issuer }) => clientId && (name !== 'custom:oidc' || issuer),
    ),
    ...(sandbox ? { sandbox } : {}),
    outboundAllow: s.OUTBOUND_ALLOW,
  }
}
