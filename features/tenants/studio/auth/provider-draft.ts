import * as z from 'zod/mini'
import type { ProviderField, ProviderForm, TenantProvider } from '#features/tenants/endpoints.ts'

/** The choice for a provider without a preset. */
export const OTHER = 'custom:'

/** The values of the provider dialog. */
export interface ProviderDraft {
  provider: string
  title: string
  client_id: string
  client_secret: string
  issuer: string
  team_id: string
  key_id: string
}

export const FIELD_LABELS: Record<ProviderField, string> = {
  issuer: 'Issuer',
  team_id: 'Team ID',
  key_id: 'Key ID',
}

/** The title and fields of a choice: those of a known provider, otherwise those of OpenID Connect. */
export function needsOf(providers: readonly TenantProvider[], name: string) {
  const known = providers.find((one) => one.name === name)
  const fields: readonly ProviderField[] = known?.fields ?? ['issuer']
  return { title: known?.title ?? '', fields, secretSet: known?.secret_set ?? false }
}

export const draftOf = (provider: TenantProvider): ProviderDraft => ({
  provider: provider.name,
  title: provider.title,
  client_id: provider.client_id,
  client_secret: '',
  issuer: provider.issuer,
  team_id: provider.team_id,
  key_id: provider.key_id,
})

export const emptyDraft = (provider: string): ProviderDraft => ({
  provider,
  title: '',
  client_id: '',
  client_secret: '',
  issuer: '',
  team_id: '',
  key_id: '',
})

const text = z.string().check(z.trim())

/** The schema of the dialog. Only the fields of the chosen provider are required. */
export function draftForm(providers: readonly TenantProvider[]) {
  return z
    .object({
      provider: z.string(),
      title: text,
      client_id: text,
      client_secret: text,
      issuer: text,
      team_id: text,
      key_id: text,
    })
    .check((form) => {
      const draft = form.value
      const { fields, secretSet } = needsOf(providers, draft.provider)
      const fault = (name: keyof ProviderDraft, message: string) =>
        form.issues.push({ code: 'custom', input: draft[name], path: [name], message })
      if (draft.provider.startsWith(OTHER) && !slugOf(draft.title))
        fault('title', 'Enter a name with at least one letter or digit')
      if (draft.provider === OTHER && providers.some(({ name }) => name === OTHER + slugOf(draft.title)))
        fault('title', 'A provider with this name already exists')
      if (!draft.client_id) fault('client_id', 'Client ID is required')
      if (!draft.client_secret && !secretSet) fault('client_secret', 'Client secret is required')
      for (const field of fields)
        if (!draft[field]) fault(field, `${FIELD_LABELS[field]} is required`)
        else if (field === 'issuer' && !/^https?:\/\/\S+$/.test(draft.issuer))
          fault('issuer', 'Enter the full address, for example https://login.example.com')
    })
}

/** Derives a provider's name in requests from its title. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)

/** Returns the request for a valid draft. Without a secret, the stored one stays. */
export function formOf(
  providers: readonly TenantProvider[],
  draft: ProviderDraft,
  saved: TenantProvider | undefined,
): Omit<ProviderForm, 'tenant_id'> {
  const { fields, title } = needsOf(providers, draft.provider)
  return {
    name: draft.provider === OTHER ? OTHER + slugOf(draft.title) : draft.provider,
    title: draft.title || title,
    enabled: saved?.enabled ?? true,
    client_id: draft.client_id,
    ...(draft.client_secret ? { client_secret: draft.client_secret } : {}),
    ...Object.fromEntries(fields.map((field) => [field, draft[field]])),
  }
}
