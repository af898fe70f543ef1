import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { build, jsonb, runAlone } from '../statements.ts'
import { presetOf } from './presets.ts'
import type { ProviderConfig, ProviderInput } from './provider-config.ts'
import { placeOf, sourceOf, storedProviders } from './provider-store.ts'
import { makeProvider } from './provider.ts'
import type { Provider } from './provider.ts'

/** Providers that one pool may have. */
const MOST = 50

/**
 * Sets a provider of the pool, whole; a secret that is left out stays. Try it with testProvider first.
 * @throws {AppError} 400 validation_failed: an unknown name, or something missing that the provider needs
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
  await requireRoom(auth, pool, name)
  const row = {
    title: input.title ?? null,
    enabled: input.enabled ?? true,
    client_id: input.client_id,
    config: jsonb(config),
    ...(input.client_secret
      ? { client_secret_sealed: sealer.seal(input.client_secret, placeOf(pool, name)) }
      : {}),
  }
  await runAlone(
    database,
    build
      .insertInto('auth.providers')
      .values({ pool_id: pool.id, name, ...row })
      .onConflict((conflict) => conflict.columns(['pool_id', 'name']).doUpdateSet(row)),
  )
  auth.providers.forget(pool.id)
}

/** Offers a stored provider to people, or no more. @returns whether there was such a provider */
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

/** @returns whether there was such a provider; its people keep their accounts and other ways in */
export async function removeProvider(auth: Auth, pool: Pool, name: string): Promise<boolean> {
  const gone = await runAlone(
    auth.kernel.database,
    build
      .deleteFrom('auth.providers')
      .where('pool_id', '=', pool.id)
      .where('name', '=', name)
      .returning('name'),
  )
  auth.providers.forget(pool.id)
  return gone.length > 0
}

/** A provider as these settings would make it, stored nowhere: what testProvider tries before anything is saved. */
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
    throw refuse(`${preset.title} speaks ${preset.protocol}: leave protocol out`)
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

async function requireRoom(auth: Auth, pool: Pool, name: string): Promise<void> {
  const stored = await storedProviders(auth, pool)
  if (stored.length >= MOST && !stored.some((row) => row.name === name))
    throw authErrors.over_custom_provider_quota()
}
