import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { OutboundError } from '#kernel/net/guarded-fetch.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { ModelProblem, streamModel } from '../answers/model-stream.ts'
import { placeOf, providerOf, readProviderRow } from '../answers/model-provider.ts'
import type { GivenProvider, PromptProvider } from '../endpoints-studio.ts'
import { promptErrors } from '../errors.ts'

type OfTenant = { tenantId: string }
/** Tests are paid calls. */
const TESTS = { points: 30, seconds: 3600 }
const MOST_MODELS = 500

/** The rights of the caller are checked before the service reads or writes the row, which is closed to every role. */
const asAdmin = ({ database }: Kernel, claims: Claims, { tenantId }: OfTenant) =>
  database.withClaims(claims, (db) => tenantWith(db, tenantId, 'settings'))

/** @throws {AppError} tenant_not_found, right_missing */
export async function readProvider(kernel: Kernel, claims: Claims, input: OfTenant): Promise<PromptProvider> {
  await asAdmin(kernel, claims, input)
  return shownProvider(kernel, input.tenantId)
}

/** @throws {AppError} url_refused, key_missing */
export async function saveProvider(
  kernel: Kernel,
  claims: Claims,
  { tenantId, provider }: OfTenant & { provider: GivenProvider },
): Promise<PromptProvider> {
  await asAdmin(kernel, claims, { tenantId })
  const baseUrl = checkedAddress(kernel, provider.base_url)
  const stored = await readProviderRow(kernel, tenantId)
  // A key is for one address: another one would get the key of the one before.
  const mayKeep = stored?.key_sealed && new URL(stored.base_url).origin === new URL(baseUrl).origin
  if (provider.key === undefined && !mayKeep) throw promptErrors.key_missing()
  const sealed =
    provider.key === undefined ? stored!.key_sealed : kernel.sealer.seal(provider.key, placeOf(tenantId))
  await kernel.database.asService('closed: store the provider of an assistant', (db) =>
    sql`insert into app.prompt_providers as p (tenant_id, base_url, model, key_sealed, price_in, price_out, max_field)
      values (${tenantId}, ${baseUrl}, ${provider.model}, ${sealed}, ${provider.price_in}, ${provider.price_out}, ${provider.max_field})
      on conflict (tenant_id) do update set base_url = excluded.base_url, model = excluded.model, key_sealed = excluded.key_sealed,
        price_in = excluded.price_in, price_out = excluded.price_out, max_field = excluded.max_field, updated_at = now(),
        checked_at = case when (p.base_url, p.model, p.key_sealed) is not distinct from (excluded.base_url, excluded.model, excluded.key_sealed)
          then p.checked_at end`.execute(db),
  )
  return shownProvider(kernel, tenantId)
}

/** @throws {AppError} tenant_not_found, right_missing */
export async function deleteProvider(kernel: Kernel, claims: Claims, input: OfTenant): Promise<void> {
  await asAdmin(kernel, claims, input)
  await kernel.database.asService('closed: delete the provider of an assistant', (db) =>
    sql`delete from app.prompt_providers where tenant_id = ${input.tenantId}`.execute(db),
  )
}

/** Asks the model for a word, as questions do. */
export async function testProvider(kernel: Kernel, claims: Claims, { tenantId }: OfTenant) {
  await asAdmin(kernel, claims, { tenantId })
  await kernel.limits.take('prompt.test', tenantId, TESTS)
  const provider = await providerOf(kernel, tenantId)
  if (!provider) return { ok: false, problem: 'No provider is connected.', ms: 0, model: null }
  const started = performance.now()
  const text = {
    system: 'Reply with the word ready.',
    messages: [{ role: 'user' as const, text: 'Are you there?' }],
  }
  try {
    for await (const part of streamModel(provider, text, { tokens: 50, signal: AbortSignal.timeout(20_000) }))
      if ('text' in part) break
  } catch (error) {
    if (!(error instanceof ModelProblem)) throw error
    return {
      ok: false,
      problem: PROBLEMS[error.problem],
      ms: Math.round(performance.now() - started),
      model: provider.model,
    }
  }
  if (provider.from === 'tenant')
    await kernel.database.asService('closed: note that the provider of an assistant answered', (db) =>
      sql`update app.prompt_providers set checked_at = now() where tenant_id = ${tenantId}`.execute(db),
    )
  return { ok: true, problem: null, ms: Math.round(performance.now() - started), model: provider.model }
}

const PROBLEMS: Record<ModelProblem['problem'], string> = {
  model_busy: 'The provider is limiting requests with this key. Try again later, or check its plan.',
  model_slow: 'The provider did not respond in time.',
  model_down: 'The provider cannot be reached, or has an error of its own.',
  model_broken:
    'The address does not respond in the form of this API. Check that it ends with /v1 or as the provider documents.',
  model_refused: 'The provider refused the key or the name of the model.',
}

/** Names of the provider's models; empty if it has no list. */
export async function listModels(
  kernel: Kernel,
  claims: Claims,
  { tenantId }: OfTenant,
): Promise<{ models: string[] }> {
  await asAdmin(kernel, claims, { tenantId })
  await kernel.limits.take('prompt.models', tenantId, TESTS)
  const provider = await providerOf(kernel, tenantId)
  if (!provider) return { models: [] }
  try {
    const response = await provider.fetch(`${provider.baseUrl}/models`, {
      headers: provider.key === undefined ? {} : { authorization: `Bearer ${provider.key}` },
      signal: AbortSignal.timeout(10_000),
    })
    const { data } = (await response.json()) as { data?: { id?: unknown }[] }
    const names = (Array.isArray(data) ? data : []).flatMap((one) =>
      typeof one?.id === 'string' ? [one.id.slice(0, 200)] : [],
    )
    return { models: [...new Set(names)].toSorted().slice(0, MOST_MODELS) }
  } catch {
    return { models: [] }
  }
}

async function shownProvider(kernel: Kernel, tenantId: string): Promise<PromptProvider> {
  const row = await readProviderRow(kernel, tenantId)
  const operator = kernel.config.model
  if (row) {
    const { key_sealed: sealed, ...shown } = row
    return { from: 'tenant', ...shown, has_key: sealed !== null }
  }
  return {
    from: operator ? 'operator' : 'none',
    // The operator's address is theirs alone.
    base_url: null,
    model: operator?.model ?? null,
    has_key: operator?.apiKey !== undefined,
    price_in: null,
    price_out: null,
    max_field: 'max_tokens',
    checked_at: null,
  }
}

/** @throws {AppError} url_refused */
function checkedAddress({ modelFetch }: Kernel, address: string): string {
  try {
    const url = new URL(modelFetch.check(address))
    url.search = ''
    url.hash = ''
    return url.href.replace(/\/+$/, '')
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw promptErrors.url_refused({ text: error.message })
  }
}
