import { type FormEvent, useId, useState } from 'react'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import type { PromptProvider } from '#blocks/prompt/endpoints-studio.ts'
import { Card } from '#ui/base/card.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { PasswordInput } from '#ui/base/password-input.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { PRESETS, presetOf } from './presets.ts'
import { ProviderConnection } from './provider-connection.tsx'
import {
  givenProviderOf,
  keepsKey,
  type ProviderDraft,
  providerDraftOf,
  providerProblems,
} from './provider-draft.ts'
import { useModels, useSaveProvider } from './use-provider.ts'

const OTHER = 'other'

/** Address, key, model and prices of the tenant's own provider. */
export function ProviderForm({ tenant, provider }: { tenant: TenantRow; provider: PromptProvider }) {
  const [draft, setDraft] = useState(() => providerDraftOf(provider))
  const [wasSent, setSent] = useState(false)
  const [isOther, setOther] = useState(provider.base_url !== null && !presetOf(provider.base_url))
  const save = useSaveProvider(tenant.id, (saved) => {
    setDraft(providerDraftOf(saved))
    setSent(false)
  })
  const { data: known } = useModels(tenant.id, provider)
  const modelList = useId()
  const problems = providerProblems(draft, provider)
  const problem = (name: keyof ProviderDraft) => (wasSent ? problems[name] : undefined)
  const change = (next: Partial<ProviderDraft>) => setDraft((now) => ({ ...now, ...next }))
  const preset = presetOf(draft.baseUrl)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(providerDraftOf(provider))

  function choose(name: string): void {
    const chosen = PRESETS.find((one) => one.name === name)
    setOther(!chosen)
    if (chosen) change({ baseUrl: chosen.baseUrl, maxField: chosen.maxField })
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    setSent(true)
    if (Object.keys(problems).length === 0) save.mutate(givenProviderOf(draft))
  }

  return (
    <Card className="flex flex-col gap-5 p-5 max-md:p-4">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4" autoComplete="off">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Provider">
            {(control) => (
              <Select
                {...control}
                value={isOther ? OTHER : (preset?.name ?? '')}
                options={[
                  { value: '', label: 'Choose a provider', disabled: true },
                  ...PRESETS.map(({ name }) => ({ value: name, label: name })),
                  { value: OTHER, label: 'Another address' },
                ]}
                onChange={({ currentTarget: { value } }) => choose(value)}
              />
            )}
          </Field>
          <Field
            label="Address"
            hint="Of an API in OpenAI’s form. It often ends with /v1."
            error={problem('baseUrl')}
          >
            {(control) => (
              <Input
                {...control}
                type="url"
                maxLength={500}
                autoCapitalize="none"
                spellCheck={false}
                placeholder="https://"
                value={draft.baseUrl}
                onChange={({ currentTarget: { value } }) => change({ baseUrl: value })}
              />
            )}
          </Field>
          <Field
            label="Key"
            hint={
              keepsKey(draft, provider)
                ? 'A key is stored encrypted. Leave this empty to use it.'
                : 'It is stored encrypted and never shown again.'
            }
            error={problem('key')}
          >
            {(control) => (
              <PasswordInput
                showLabel="Show key"
                hideLabel="Hide key"
                {...control}
                maxLength={500}
                autoComplete="off"
                value={draft.key}
                onChange={({ currentTarget: { value } }) => change({ key: value })}
              />
            )}
          </Field>
          <Field label="Model" error={problem('model')}>
            {(control) => (
              <>
                <Input
                  {...control}
                  maxLength={200}
                  autoCapitalize="none"
                  spellCheck={false}
                  list={modelList}
                  placeholder={preset?.model ?? ''}
                  value={draft.model}
                  onChange={({ currentTarget: { value } }) => change({ model: value })}
                />
                <datalist id={modelList}>
                  {known?.models.map((name) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </datalist>
              </>
            )}
          </Field>
          <Field
            label="Price of a million tokens read"
            optional="(optional)"
            hint="In the currency of the provider’s bill."
            error={problem('priceIn')}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                maxLength={12}
                placeholder="0.40"
                value={draft.priceIn}
                onChange={({ currentTarget: { value } }) => change({ priceIn: value })}
              />
            )}
          </Field>
          <Field
            label="Price of a million tokens written"
            optional="(optional)"
            hint="With both you see what each conversation cost."
            error={problem('priceOut')}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                maxLength={12}
                placeholder="1.60"
                value={draft.priceOut}
                onChange={({ currentTarget: { value } }) => change({ priceOut: value })}
              />
            )}
          </Field>
          <Field label="Limit of an answer" hint="The name that this API has for it.">
            {(control) => (
              <Select
                {...control}
                value={draft.maxField}
                options={[
                  { value: 'max_tokens', label: 'max_tokens' },
                  { value: 'max_completion_tokens', label: 'max_completion_tokens' },
                ]}
                onChange={({ currentTarget: { value } }) =>
                  change({ maxField: value as ProviderDraft['maxField'] })
                }
              />
            )}
          </Field>
        </div>
        <span>
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending}
            busyLabel="Saving..."
            disabledReason={provider.from === 'tenant' && !isChanged && 'Nothing has changed.'}
          >
            {provider.from === 'tenant' ? 'Save' : 'Connect'}
          </Button>
        </span>
      </form>
      {provider.from === 'tenant' ? (
        <ProviderConnection tenantId={tenant.id} provider={provider} isChanged={isChanged} />
      ) : null}
    </Card>
  )
}
