import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { build, jsonb, runAlone, runTogether } from '../statements.ts'
import { presetOf } from './presets.ts'
import type { ProviderConfig, ProviderInput } from './provider-config.ts'
import { placeOf, sourceOf, storedProviders } from './provider-store.ts'
import { makeProvider } from './provider.ts'
import type { Provider } from './provider.ts'

/** Maximum number of providers of one pool. */
const MAX_PROVIDERS = 50

/**
 * Stores all settings of a provider of the pool. An omitted secret keeps the stored one. Test it with
 * testProvider first.
 * @throws {AppError} 400 validation_failed: an unknown name, or a missing field that the provider needs; 400
 *   over_custom_provider_quota for the fifty-first of a pool
 */
export async function saveProvider(
  auth: Auth,
  pool: Pool,
  name: string,
  input: ProviderInput,
): Promise<void> {
  const { database, sealer } = auth.kernel
  const config = input.config ?? {}
  requireComplete(name, config, input)
  const sealed = input.client_secret ? sealer.seal(input.client_secret, placeOf(pool, name)) : null
  const row = {
    title: sql<string | null>`${input.title ?? null}::text`,
    enabled: sql<boolean>`${input.enabled ?? true}::boolean`,
    client_id: sql<string>`${input.client_id}::text`,
    config: jsonb(config),
    ...(sealed ? { client_secret_sealed: sql<string>`${sealed}::text` } : {}),
  }
  const saved = await runTogether(database, 'save provider', async (run) => {
    // Serialized within a pool, so that the count below includes what others have just saved.
    await run(lockProviders(pool))
    return run(
      build
        .insertInto('auth.providers')
        .columns(['pool_id', 'name', ...(Object.keys(row) as (keyof typeof row)[])])
        .expression((eb) =>
          eb
            .selectFrom('auth.providers')
            .select([
              sql<string>`${pool.id}::uuid`.as('pool_id'),
              sql<string>`${name}::text`.as('name'),
              ...Object.entries(row).map(([column, value]) => (value as RawBuilder<unknown>).as(column)),
            ])
            .where('pool_id', '=', pool.id)
            .where('name', '<>', name)
            .having(({ fn }) => sql<boolean>`${fn.countAll()} < ${MAX_PROVIDERS}`),
        )
        .onConflict((conflict) => conflict.columns(['pool_id', 'name']).doUpdateSet(row))
        .returning('name'),
    )
  })
  if (!saved.length) throw authErrors.over_custom_provider_quota()
  auth.providers.forget(pool.id)
}

const lockProviders = (pool: Pool) =>
  build.selectNoFrom(
    sql`pg_advisory_xact_lock(hashtextextended(${`providers of ${pool.id}`}, 0))`.as('locked'),
  )

/**
 * Enables or disables a stored provider.
 * @returns whether it exists
 */
export async function switchProvider(
  auth: Auth,
  pool: Pool,
  name: string,
  enabled: boolean,
): Promise<boolean> {
  const switched = await runAlone(
    auth.kernel.database,
    build
      .updateTable('auth.providers')
      .set({ enabled })
      .where('pool_id', '=', pool.id)
      .where('name', '=', name)
      .returning('name'),
  )
  auth.providers.forget(pool.id)
  return switched.length > 0
}

/** @returns whether it existed; its users keep their accounts and other sign-in methods */
export async function removeProvider(auth: Auth, pool: Pool, name: string): Promise<boolean> {
  const deleted = await runAlone(
    auth.kernel.database,
    build
      .deleteFrom('auth.providers')
      .where('pool_id', '=', pool.id)
      .where('name', '=', name)
      .returning('name'),
  )
  auth.providers.forget(pool.id)
  return deleted.length > 0
}

/**
 * A provider made of these settings without storing it, which testProvider tests before anything is saved.
 */
export async function proposedProvider(
  auth: Auth,
  pool: Pool,
  name: string,
  input: ProviderInput,
): Promise<Provider> {
  const config = input.config ?? {}
  requireComplete(name, config, input)
  const stored = (await storedProviders(auth, pool)).find((row) => row.name === name)
  const secret = input.client_secret
  return makeProvider({
    name,
    title: input.title ?? null,
    enabled: input.enabled ?? true,
    clientId: input.client_id,
    secret: secret ? () => secret : stored ? sourceOf(auth, pool, stored).secret : () => '',
    config,
  })!
}

function requireComplete(name: string, config: ProviderConfig, input: ProviderInput): void {
  const preset = presetOf(name, config.protocol)
  const refuse = (text: string) => authErrors.validation_failed({ text })
  if (!preset) throw refuse(`Provider ${name.slice(0, 60)} could not be found`)
  if (config.protocol && config.protocol !== preset.protocol)
    throw refuse(`${preset.title} uses ${preset.protocol}: omit protocol`)
  if (preset.protocol === 'oidc' && !preset.issuer && !config.issuer)
    throw refuse('config.issuer is required')
  if (preset.protocol === 'oauth2' && !preset.tokenUrl)
    for (const field of ['authorization_url', 'token_url', 'userinfo_url'] as const)
      if (!config[field]) throw refuse(`config.${field} is required`)
  if (preset.signedSecret) {
    if (!config.team_id || !config.key_id) throw refuse('config.team_id and config.key_id are required')
    if (input.client_secret && !input.client_secret.trim().startsWith('-----BEGIN PRIVATE KEY-----'))
      throw refuse('client_secret must be the private key (PEM, BEGIN PRIVATE KEY)')
  }
}
