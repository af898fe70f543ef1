import { sql } from 'kysely'
import type { SealedPlace } from '#kernel/secrets/sealed-places.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { creators } from '../pool.ts'
import type { Pool } from '../pool.ts'
import { build, runAlone } from '../statements.ts'
import { presetOf } from './presets.ts'
import { providerConfig } from './provider-config.ts'
import type { ProviderConfig } from './provider-config.ts'
import { makeProvider } from './provider.ts'
import type { Provider, ProviderSource } from './provider.ts'

/** A row of auth.providers. The secret stays sealed. */
export interface StoredProvider {
  id: string
  name: string
  title: string | null
  enabled: boolean
  client_id: string
  client_secret_sealed: string | null
  config: ProviderConfig
  created_at: Date
  updated_at: Date
}

/** Name of the sandbox provider in every pool (development only). */
const SANDBOX_PROVIDER = 'custom:sandbox'

/**
 * Every provider configured for the pool, enabled or not: its own rows, for creators also those of the
 * environment, and in development the sandbox. A row replaces the environment's entry of the same name.
 */
export async function providersOf(auth: Auth, pool: Pool): Promise<Provider[]> {
  const stored = await storedProviders(auth, pool)
  const sources = new Map<string, ProviderSource>()
  for (const source of given(auth, pool)) sources.set(source.name, source)
  for (const row of stored) sources.set(row.name, sourceOf(auth, pool, row))
  // If users sign in at the tenant's Auth0, no other provider is offered.
  const alone = pool.tenant?.auth_provider === 'auth0'
  return [...sources.values()].flatMap(
    (source) => makeProvider(alone ? { ...source, enabled: false } : source) ?? [],
  )
}

/**
 * Returns the named provider if users of the pool may use it.
 * @throws {AppError} 400 validation_failed, with the message that clients of this protocol expect
 */
export async function offeredProvider(auth: Auth, pool: Pool, name: string): Promise<Provider> {
  const found = (await providersOf(auth, pool)).find((provider) => provider.name === name)
  if (found?.enabled) return found
  throw authErrors.validation_failed({
    text: presetOf(name)
      ? 'Unsupported provider: provider is not enabled'
      : `Unsupported provider: Provider ${name.slice(0, 60)} could not be found`,
  })
}

/**
 * The rows of a pool by name, each enabled if the pool may offer it. Cached for at most 5 seconds; a change
 * clears the cache immediately.
 */
export function storedProviders(auth: Auth, pool: Pool): Promise<StoredProvider[]> {
  return auth.providers.get(pool.id, () =>
    runAlone(
      auth.kernel.database,
      build
        .selectFrom('auth.providers')
        .select([
          'id',
          'name',
          'title',
          sql<boolean>`enabled and app.offers_providers(pool_id)`.as('enabled'),
          'client_id',
          'client_secret_sealed',
          'config',
          'created_at',
          'updated_at',
        ])
        .where('pool_id', '=', pool.id)
        .orderBy('name')
        .$castTo<StoredProvider>(),
      'providers',
    ),
  )
}

/** Converts a row to the source of a provider. */
export const sourceOf = (auth: Auth, pool: Pool, row: StoredProvider): ProviderSource => ({
  name: row.name,
  title: row.title,
  enabled: row.enabled,
  clientId: row.client_id,
  secret: () =>
    row.client_secret_sealed
      ? auth.kernel.sealer.open(row.client_secret_sealed, placeOf(pool, row.name))
      : '',
  config: providerConfig.parse(row.config),
})

/** A sealed secret can only be opened in its own row. */
export const placeOf = (pool: Pool, name: string): SealedPlace =>
  `auth.providers.client_secret:${pool.id}:${name}`

/** Providers that come with the process: the environment's for creators, and the sandbox for every pool. */
function given(auth: Auth, pool: Pool): ProviderSource[] {
  const { providers, sandbox } = auth.kernel.config.identity
  const own = pool.id === creators.id ? providers : []
  const settings = [...own, ...(sandbox ? [{ name: SANDBOX_PROVIDER, title: 'Sandbox', ...sandbox }] : [])]
  return settings.map(({ name, clientId, clientSecret, ...more }) => ({
    name,
    enabled: true,
    clientId,
    secret: () => clientSecret,
    ...('title' in more && more.title ? { title: more.title } : {}),
    config: {
      ...(more.issuer ? { issuer: more.issuer } : {}),
      ...('teamId' in more && more.teamId ? { team_id: more.teamId } : {}),
      ...('keyId' in more && more.keyId ? { key_id: more.keyId } : {}),
    },
  }))
}
