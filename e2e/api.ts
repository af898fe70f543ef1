// Creates users and tenants for browser tests without clicks, with the same requests as the Studio.
import assert from 'node:assert/strict'
import { createClient } from '@supabase/supabase-js'
import type { Session, SupabaseClient } from '@supabase/supabase-js'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { PATIENCE } from '#testing/browser.ts'
import { printedKeys } from '#testing/instance-keys.ts'
import type { InstanceKeys } from '#testing/instance-keys.ts'
import type { SharedInstance } from '#testing/shared-instance.ts'

export interface Keys {
  url: string
  anonKey: string
  serviceRoleKey: string
}

export interface Creator {
  client: SupabaseClient
  session: Session
}

const QUIET = { auth: { persistSession: false, autoRefreshToken: false } }

const known = new Map<string, InstanceKeys>()

/** Returns what `npm run keys` prints for the instance. */
export function keysOf(instance: Pick<SharedInstance, 'url' | 'dataDir' | 'keys'>): InstanceKeys {
  const keys = instance.keys ?? known.get(instance.url) ?? printedKeys(instance)
  known.set(instance.url, keys)
  return keys
}

/** A client with all of the operator's rights. */
export const operatorOf = ({ url, serviceRoleKey }: Keys): SupabaseClient =>
  createClient(url, serviceRoleKey, QUIET)

/** Creates a confirmed creator and signs them in. */
export async function makeCreator(keys: Keys, person: { email: string; password: string }): Promise<Creator> {
  const made = await operatorOf(keys).auth.admin.createUser({ ...person, email_confirm: true })
  assert.ifError(made.error)
  return signInCreator(keys, person)
}

export async function signInCreator(
  keys: Keys,
  person: { email: string; password: string },
): Promise<Creator> {
  const client = createClient(keys.url, keys.anonKey, QUIET)
  const { data, error } = await client.auth.signInWithPassword(person)
  assert.ifError(error)
  return { client, session: data.session }
}

/** @returns id and public key of a new tenant, which has the default product */
export async function makeTenant(
  { client }: Creator,
  name: string,
): Promise<{ id: string; public_key: string }> {
  const { data, error } = await client.rpc('create_tenant_autoprovision', { p_name: name })
  assert.ifError(error)
  return (data as { id: string; public_key: string }[])[0]!
}

/** Creates a confirmed end user of a tenant. @returns the user's id */
export async function makeMember(
  { url, serviceRoleKey }: Keys,
  tenantId: string,
  { name, ...person }: { email: string; password: string; name?: string | undefined },
): Promise<string> {
  const response = await fetch(`${url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: {
      apikey: serviceRoleKey,
      authorization: `Bearer ${serviceRoleKey}`,
      'x-bb-pool': tenantId,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ...person, email_confirm: true, user_metadata: { name } }),
  })
  const body = await response.text()
  assert.equal(response.status, 200, body)
  return (JSON.parse(body) as { id: string }).id
}

/** A browser context in which the creator is already signed in to the Studio at `url`. */
export async function studioContext(
  browser: Browser,
  url: string,
  session: Session | undefined,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const localStorage = session ? [{ name: 'bb:session', value: JSON.stringify(session) }] : []
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    // Skip animations, which these tests do not check.
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    ...options,
  })
  context.setDefaultTimeout(PATIENCE)
  return context
}
