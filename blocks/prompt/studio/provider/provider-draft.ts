import type { GivenProvider, PromptProvider } from '#blocks/prompt/endpoints-studio.ts'
import { priceOf, typedPrice } from '../cost.ts'

/** A provider as the form has it. Prices are as typed. */
export interface ProviderDraft {
  baseUrl: string
  model: string
  /** Empty: the stored one stays. It is never sent to the browser. */
  key: string
  priceIn: string
  priceOut: string
  maxField: PromptProvider['max_field']
}

export const providerDraftOf = (provider: PromptProvider): ProviderDraft => ({
  baseUrl: provider.base_url ?? '',
  model: provider.from === 'tenant' ? (provider.model ?? '') : '',
  key: '',
  priceIn: typedPrice(provider.price_in),
  priceOut: typedPrice(provider.price_out),
  maxField: provider.max_field,
})

/** What the server gets of a draft without problems. */
export const givenProviderOf = (draft: ProviderDraft): GivenProvider => ({
  base_url: draft.baseUrl.trim(),
  model: draft.model.trim(),
  ...(draft.key.trim() && { key: draft.key.trim() }),
  price_in: priceOf(draft.priceIn) ?? null,
  price_out: priceOf(draft.priceOut) ?? null,
  max_field: draft.maxField,
})

export type ProviderProblems = Partial<Record<keyof ProviderDraft, string>>

/** Whether the stored key belongs to the address: a key is only sent to the server that it was entered for. */
export function keepsKey(draft: ProviderDraft, stored: PromptProvider): boolean {
  const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : undefined)
  const origin = originOf(draft.baseUrl.trim())
  return stored.has_key && origin !== undefined && origin === originOf(stored.base_url ?? '')
}

/** Empty if the provider can be saved. */
export function providerProblems(draft: ProviderDraft, stored: PromptProvider): ProviderProblems {
  const problems: ProviderProblems = {}
  if (!/^https?:\/\/[^\s/]+/.test(draft.baseUrl.trim()) || !URL.canParse(draft.baseUrl.trim()))
    problems.baseUrl = 'Enter an address that begins with https://'
  if (!draft.model.trim()) problems.model = 'Enter the name of a model.'
  if (!draft.key.trim() && !keepsKey(draft, stored)) problems.key = 'Enter the key for this address.'
  else if (draft.key.trim() && !/^[\u0021-\u007e]{1,500}$/.test(draft.key.trim()))
    problems.key = 'A key has no spaces.'
  for (const name of ['priceIn', 'priceOut'] as const)
    if (priceOf(draft[name]) === undefined) problems[name] = 'Enter an amount such as 0.15.'
  return problems
}
