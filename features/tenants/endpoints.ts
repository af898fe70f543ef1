import { endpoint } from '#kernel/browser/endpoint.ts'

/** What a builder may set for the people of a tenant; the server's own words on each stand in the auth service. */
export interface TenantAuthSwitches {
  disable_signup: boolean
  email: boolean
  email_otp: boolean
  anonymous_users: boolean
  passkeys: boolean
  mfa_totp: boolean
  mfa_webauthn: boolean
  manual_linking: boolean
  secure_email_change: boolean
  web3_ethereum: boolean
  web3_solana: boolean
  /** 8 to 64 characters. */
  password_min_length: number
  /** Seconds from sign-in to the end of a session; null: no end. */
  session_timebox: number | null
  /** Seconds without use after which a session ends; null: never. */
  session_inactivity: number | null
  single_session: boolean
}

/** What a provider asks for beside client id and secret. */
export type ProviderField = 'issuer' | 'team_id' | 'key_id'

/** A service that people of a tenant may sign in with. The secret never leaves the server. */
export interface TenantProvider {
  /** Its name on the wire: `google`, `custom:company`. */
  name: string
  title: string
  /** False for a provider that could be set. */
  saved: boolean
  enabled: boolean
  client_id: string
  secret_set: boolean
  /** Where the provider sends people back to; is entered there. */
  callback_url: string
  fields: ProviderField[]
  issuer: string
  team_id: string
  key_id: string
}

export interface TenantAuthSettings {
  settings: TenantAuthSwitches
  providers: TenantProvider[]
  /** Titles of what visitors are offered without anything being set: the sandbox, while developing. */
  also_offered: string[]
}

/** Settings of a provider; a secret that is left out stays. */
export interface ProviderForm {
  tenant_id: string
  name: string
  title?: string
  enabled: boolean
  client_id: string
  client_secret?: string
  issuer?: string
  team_id?: string
  key_id?: string
}

/** How a tenant's people sign in, for its owner. */
export const readAuthSettings = endpoint<{ tenant_id: string }, TenantAuthSettings>(
  'GET',
  '/tenant-auth-settings',
)

/** Changes the named settings; the others stay. */
export const saveAuthSettings = endpoint<
  { tenant_id: string; settings: Partial<TenantAuthSwitches> },
  TenantAuthSettings
>('PATCH', '/tenant-auth-settings')

/**
 * Tries the provider with these settings, and saves them if it answers; 422 `provider_test_failed` says what is wrong.
 */
export const saveAuthProvider = endpoint<ProviderForm, TenantAuthSettings>('PUT', '/tenant-auth-provider')

/** The same try, without saving. */
export const testAuthProvider = endpoint<ProviderForm, { ok: true }>('POST', '/tenant-auth-provider-test')

/** Offers a saved provider to people, or no more. */
export const switchAuthProvider = endpoint<
  { tenant_id: string; name: string; enabled: boolean },
  TenantAuthSettings
>('PATCH', '/tenant-auth-provider')

/** People who signed in by it keep their accounts and other ways in. */
export const removeAuthProvider = endpoint<{ tenant_id: string; name: string }, TenantAuthSettings>(
  'DELETE',
  '/tenant-auth-provider',
)

/** An application of the builder's own that their visitors sign in to with their account here. */
export interface TenantApp {
  /** OAuth's `client_id`. */
  client_id: string
  name: string
  /** Its site, shown to visitors; empty when none was given. */
  site: string
  /** Where visitors are sent back to; matched letter for letter. */
  redirect_uris: string[]
  /** Runs in browsers or on phones and keeps no secret. */
  public: boolean
  /** ISO 8601. */
  created_at: string
}

export interface TenantApps {
  /** Newest first. */
  apps: TenantApp[]
  /** Where OpenID Connect libraries learn everything else. */
  discovery_url: string
}

/** An app with its secret, which is told this once; a public app has none. */
export interface AppWithSecret {
  app: TenantApp
  client_secret?: string
}

export const listApps = endpoint<{ tenant_id: string }, TenantApps>('GET', '/tenant-apps')

/** 400 `app_invalid` says which address cannot be one, 409 `too_many_apps`. */
export const createApp = endpoint<
  { tenant_id: string; name: string; site?: string; redirect_uris: string[]; public: boolean },
  AppWithSecret
>('POST', '/tenant-apps')

/** Visitors' sign-ins to it end. */
export const removeApp = endpoint<{ tenant_id: string; client_id: string }, TenantApps>(
  'DELETE',
  '/tenant-apps',
)

/** The old secret is dead at once. 400 for a public app. */
export const renewAppSecret = endpoint<{ tenant_id: string; client_id: string }, AppWithSecret>(
  'POST',
  '/tenant-app-secret',
)

/**
 * Makes the built-in auth the tenant's again and clears what was entered of the external provider, its secret too.
 * The other direction is `connect-auth0`, which tests first.
 */
export const builtInAuth = endpoint<{ tenant_id: string; auth_provider: 'supabase' }, { success: true }>(
  'POST',
  '/auth-config',
)

/**
 * Deletes a tenant with everything in it, for good: products, orders, people, files, channels. `name` is the tenant's,
 * as a sign that it is meant (409 `name_differs`). Its customers' subscriptions end at the card provider; payments that
 * were made stay in the owner's account there.
 */
export const deleteTenant = endpoint<{ tenant_id: string; name: string }, { deleted: true }>(
  'POST',
  '/delete-tenant',
)
