import { endpoint } from '#kernel/browser/endpoint.ts'
import type { SiteLook } from '#kernel/browser/theme/site-look.ts'

/** The auth settings that a builder may change for a tenant. The auth service documents each of them. */
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
  /** Seconds from sign-in to the end of a session; null for no limit. */
  session_timebox: number | null
  /** Seconds without use after which a session ends; null for no limit. */
  session_inactivity: number | null
  single_session: boolean
}

/** A provider's fields besides client id and secret. */
export type ProviderField = 'issuer' | 'team_id' | 'key_id'

/** A service that a tenant's users may sign in with. The secret never leaves the server. */
export interface TenantProvider {
  /** Its name in requests: `google`, `custom:company`. */
  name: string
  title: string
  /** False for a provider that can be added. */
  saved: boolean
  enabled: boolean
  client_id: string
  secret_set: boolean
  /** The URL to which the provider redirects users. The builder enters it at the provider. */
  callback_url: string
  fields: ProviderField[]
  issuer: string
  team_id: string
  key_id: string
}

export interface TenantAuthSettings {
  settings: TenantAuthSwitches
  providers: TenantProvider[]
  /** Titles of providers that visitors see without any settings: the sandbox, during development. */
  also_offered: string[]
}

/** Settings of a provider. Without a secret, the stored one stays. */
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

/** Reads how a tenant's users sign in, for its owner. */
export const readAuthSettings = endpoint<{ tenant_id: string }, TenantAuthSettings>(
  'GET',
  '/tenant-auth-settings',
)

/** Changes the given settings. The others stay. */
export const saveAuthSettings = endpoint<
  { tenant_id: string; settings: Partial<TenantAuthSwitches> },
  TenantAuthSettings
>('PATCH', '/tenant-auth-settings')

/**
 * Tests the provider with these settings and saves them if the test passes. 422 `provider_test_failed` has
 * the reason.
 */
export const saveAuthProvider = endpoint<ProviderForm, TenantAuthSettings>('PUT', '/tenant-auth-provider')

/** Runs the same test without saving. */
export const testAuthProvider = endpoint<ProviderForm, { ok: true }>('POST', '/tenant-auth-provider-test')

/** Enables or disables a saved provider. */
export const switchAuthProvider = endpoint<
  { tenant_id: string; name: string; enabled: boolean },
  TenantAuthSettings
>('PATCH', '/tenant-auth-provider')

/** Removes a provider. Users who signed in with it keep their accounts and other sign-in methods. */
export const removeAuthProvider = endpoint<{ tenant_id: string; name: string }, TenantAuthSettings>(
  'DELETE',
  '/tenant-auth-provider',
)

/** One of the builder's own applications. Visitors sign in to it with their account here. */
export interface TenantApp {
  /** OAuth's `client_id`. */
  client_id: string
  name: string
  /** Its site, shown to visitors; empty without one. */
  site: string
  /** URLs to which visitors are redirected, compared character by character. */
  redirect_uris: string[]
  /** It runs in browsers or on phones and has no secret. */
  public: boolean
  /** ISO 8601. */
  created_at: string
}

export interface TenantApps {
  /** Newest first. */
  apps: TenantApp[]
  /** The URL from which OpenID Connect libraries read all other settings. */
  discovery_url: string
}

/** An app with its secret, which is shown only here. A public app has none. */
export interface AppWithSecret {
  app: TenantApp
  client_secret?: string
}

export const listApps = endpoint<{ tenant_id: string }, TenantApps>('GET', '/tenant-apps')

/** 400 `app_invalid` names the invalid address; 409 `too_many_apps`. */
export const createApp = endpoint<
  { tenant_id: string; name: string; site?: string; redirect_uris: string[]; public: boolean },
  AppWithSecret
>('POST', '/tenant-apps')

/** Removes an app and ends visitors' sign-ins to it. */
export const removeApp = endpoint<{ tenant_id: string; client_id: string }, TenantApps>(
  'DELETE',
  '/tenant-apps',
)

/** Replaces the secret; the old one stops working immediately. 400 for a public app. */
export const renewAppSecret = endpoint<{ tenant_id: string; client_id: string }, AppWithSecret>(
  'POST',
  '/tenant-app-secret',
)

/**
 * Returns the tenant to the built-in auth and clears the settings of the external provider, including its
 * secret. `connect-auth0` is the reverse and tests first.
 */
export const builtInAuth = endpoint<{ tenant_id: string; auth_provider: 'supabase' }, { success: true }>(
  'POST',
  '/auth-config',
)

/**
 * The look of a tenant's first listed site, as a visitor without cookies would see it; null if none is listed or it cannot be
 * read. It may be ten minutes old.
 */
export const readTenantLook = endpoint<{ tenant_id: string }, { look: SiteLook | null }>(
  'GET',
  '/tenant-look',
)

/**
 * Deletes a tenant and all its data permanently: products, orders, users, files, channels. `name` must be the
 * tenant's name, as a confirmation (409 `name_differs`). Its customers' subscriptions are canceled at the
 * card provider. Past payments stay in the owner's account there.
 */
export const deleteTenant = endpoint<{ tenant_id: string; name: string }, { deleted: true }>(
  'POST',
  '/delete-tenant',
)
