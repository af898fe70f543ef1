import { sql } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'
import type { GuardedFetch } from '#kernel/net/guarded-fetch.ts'
import type { SealedPlace } from '#kernel/secrets/sealed-places.ts'
import type { PromptProvider } from '../endpoints-studio.ts'

/** The model that answers for a tenant. */
export interface ModelProvider {
  from: 'tenant' | 'operator'
  /** Without a slash at the end. */
  baseUrl: string
  model: string
  key: string | undefined
  maxField: PromptProvider['max_field']
  /** Of a million tokens, in millionths of the currency; null: unknown. */
  priceIn: number | null
  priceOut: number | null
  fetch: GuardedFetch
}

export interface ProviderRow {
  base_url: string
  model: string
  key_sealed: string | null
  price_in: number | null
  price_out: number | null
  max_field: PromptProvider['max_field']
  checked_at: string | null
}

/** The location that a key is sealed to. */
export const placeOf = (tenantId: string): SealedPlace => `prompt_providers.key:${tenantId}`

export function readProviderRow({ database }: Kernel, tenantId: string): Promise<ProviderRow | undefined> {
  return database.asService('closed: read the provider of an assistant', async (db) => {
    const { rows } =
      await sql<ProviderRow>`select base_url, model, key_sealed, price_in, price_out, max_field,
        to_json(checked_at) #>> '{}' as checked_at
      from app.prompt_providers where tenant_id = ${tenantId}`.execute(db)
    return rows[0]
  })
}

/** The tenant's own provider, else the operator's; undefined: there is none, and answers are passages. */
export async function providerOf(kernel: Kernel, tenantId: string): Promise<ModelProvider | undefined> {
  const row = await readProviderRow(kernel, tenantId)
  if (row)
    return {
      from: 'tenant',
      baseUrl: row.base_url,
      model: row.model,
      key: row.key_sealed === null ? undefined : kernel.sealer.open(row.key_sealed, placeOf(tenantId)),
      maxField: row.max_field,
      priceIn: row.price_in,
      priceOut: row.price_out,
      fetch: kernel.modelFetch,
    }
  const { model } = kernel.config
  if (!model) return undefined
  return {
    from: 'operator',
    baseUrl: model.baseUrl,
    model: model.model,
    key: model.apiKey,
    maxField: 'max_tokens',
    priceIn: null,
    priceOut: null,
    fetch: kernel.ownModelFetch,
  }
}

/** What tokens cost, in millionths of the currency; null without a price. */
export function costOf(
  { priceIn, priceOut }: Pick<ModelProvider, 'priceIn' | 'priceOut'>,
  tokensIn: number,
  tokensOut: number,
): number | null {
  if (priceIn === null && priceOut === null) return null
  return Math.round((tokensIn * (priceIn ?? 0) + tokensOut * (priceOut ?? 0)) / 1_000_000)
}
