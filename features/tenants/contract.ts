import * as z from 'zod/mini'
import { contract, name, siteLook, uuid, webAddress } from '#kernel/contract.ts'

const length = z.int().check(z.gte(8), z.lte(64))
const seconds = z.nullable(z.int().check(z.gte(60), z.lte(315_360_000)))

const switches = z.strictObject({
  disable_signup: z.boolean(),
  email: z.boolean(),
  email_otp: z.boolean(),
  anonymous_users: z.boolean(),
  passkeys: z.boolean(),
  mfa_totp: z.boolean(),
  mfa_webauthn: z.boolean(),
  manual_linking: z.boolean(),
  secure_email_change: z.boolean(),
  web3_ethereum: z.boolean(),
  web3_solana: z.boolean(),
  password_min_length: length,
  session_timebox: seconds,
  session_inactivity: seconds,
  single_session: z.boolean(),
})

/** The names of the switches among a pool's settings. */
export const SWITCHES = Object.keys(switches.shape) as (keyof typeof switches.shape)[]

const text = (max: number) => z.string().check(z.maxLength(max))
const filled = (max: number) =>
  z.string().check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(max))
/** The auth service validates the provider's name. */
const providerName = text(60)

const providerForm = z.strictObject({
  tenant_id: uuid,
  name: providerName,
  title: z.optional(name(100)),
  enabled: z.boolean(),
  client_id: filled(1000),
  client_secret: z.optional(filled(10_000)),
  issuer: z.optional(filled(2000)),
  team_id: z.optional(filled(100)),
  key_id: z.optional(filled(100)),
})

const provider = z.object({
  name: z.string(),
  title: z.string(),
  saved: z.boolean(),
  enabled: z.boolean(),
  client_id: z.string(),
  secret_set: z.boolean(),
  callback_url: z.string(),
  fields: z.array(z.enum(['issuer', 'team_id', 'key_id'])),
  issuer: z.string(),
  team_id: z.string(),
  key_id: z.string(),
})
const authSettings = z.object({
  settings: switches,
  providers: z.array(provider),
  also_offered: z.array(z.string()),
})

export const readSettingsContract = contract(z.strictObject({ tenant_id: uuid }), authSettings)
export const saveSettingsContract = contract(
  z.strictObject({
    tenant_id: uuid,
    settings: z
      .partial(switches)
      .check(z.refine((change) => Object.keys(change).length > 0, 'must have at least one setting')),
  }),
  authSettings,
)
export const saveProviderContract = contract(providerForm, authSettings)
export const testProviderContract = contract(providerForm, z.object({ ok: z.literal(true) }))
export const switchProviderContract = contract(
  z.strictObject({ tenant_id: uuid, name: providerName, enabled: z.boolean() }),
  authSettings,
)
export const removeProviderContract = contract(
  z.strictObject({ tenant_id: uuid, name: providerName }),
  authSettings,
)

const app = z.object({
  client_id: z.string(),
  name: z.string(),
  site: z.string(),
  redirect_uris: z.array(z.string()),
  public: z.boolean(),
  created_at: z.string(),
})
const apps = z.object({ apps: z.array(app), discovery_url: z.string() })
const withSecret = z.object({ app, client_secret: z.optional(z.string()) })
const ofApp = z.strictObject({ tenant_id: uuid, client_id: uuid })

export const listAppsContract = contract(z.strictObject({ tenant_id: uuid }), apps)
export const createAppContract = contract(
  z.strictObject({
    tenant_id: uuid,
    name: name(120),
    site: z.optional(webAddress),
    // The auth service validates the redirect addresses.
    redirect_uris: z.array(text(2048)).check(z.minLength(1), z.maxLength(20)),
    public: z.boolean(),
  }),
  withSecret,
)
export const removeAppContract = contract(ofApp, apps)
export const renewSecretContract = contract(ofApp, withSecret)

export const builtInContract = contract(
  z.strictObject({ tenant_id: uuid, auth_provider: z.literal('supabase') }),
  z.object({ success: z.literal(true) }),
)

export const readLookContract = contract(
  z.strictObject({ tenant_id: uuid }),
  z.object({ look: z.nullable(siteLook) }),
)

export const deleteTenantContract = contract(
  z.strictObject({ tenant_id: uuid, name: text(200) }),
  z.object({ deleted: z.literal(true) }),
)

// The use case refuses missing values and invalid domains, with the messages of the specification.
const typedText = z._default(z.string().check(z.trim(), z.maxLength(2000)), '')
const auth0Form = z.strictObject({
  tenant_id: uuid,
  domain: typedText,
  client_id: typedText,
  client_secret: typedText,
})
const auth0Check = z.object({
  success: z.literal(true),
  secret: z.enum(['verified', 'not_checkable']),
  callback: z.enum(['registered', 'not_registered', 'not_checkable']),
  warnings: z.array(z.string()),
})

export const testAuth0Contract = contract(auth0Form, auth0Check)
export const connectAuth0Contract = contract(auth0Form, auth0Check)
export const readAuth0Contract = contract(
  z.strictObject({ tenant_id: uuid }),
  z.object({
    connected: z.boolean(),
    domain: z.nullable(z.string()),
    client_id: z.nullable(z.string()),
    secret_set: z.boolean(),
    addresses: z.object({
      callback: z.array(z.string()),
      login: z.string(),
      logout: z.array(z.string()),
      origins: z.array(z.string()),
    }),
  }),
)
