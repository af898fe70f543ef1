import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { callErrorText } from '#kernel/browser/call.ts'
import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import { PasswordInput } from '#ui/base/password-input.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/code/copy-button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { TenantProvider } from '#features/tenants/endpoints.ts'
import {
  FIELD_LABELS,
  OTHER,
  type ProviderDraft,
  draftForm,
  draftOf,
  emptyDraft,
  formOf,
  needsOf,
} from './provider-draft.ts'
import { useSaveProvider } from './use-tenant-auth.ts'

export interface AuthProviderDialogProps {
  tenantId: string
  /** Saved providers and those that can be added. */
  providers: readonly TenantProvider[]
  /** The provider to edit; without it the dialog adds one. */
  provider?: TenantProvider
  /** The draft from before the dialog was closed without Cancel. It never has the secret. */
  kept?: ProviderDraft
  onKeep: (draft: ProviderDraft | undefined) => void
  onClose: () => void
}

const FIRST = ['google', 'github', 'apple']

/**
 * Add provider and Edit: the values from the provider's settings page, and the callback address to enter
 * there.
 */
export function AuthProviderDialog(props: AuthProviderDialogProps) {
  const { tenantId, providers, provider, kept, onKeep, onClose } = props
  const free = providers.filter(({ saved }) => !saved)
  const start = provider
    ? draftOf(provider)
    : emptyDraft(free.some(({ name }) => name === 'google') ? 'google' : OTHER)
  const { register, control, handleSubmit, getValues, formState } = useForm<ProviderDraft>({
    resolver: zodResolver(draftForm(providers)),
    defaultValues: kept ?? start,
  })
  const draft = { ...getValues(), ...useWatch({ control }) }
  const { errors } = formState
  const save = useSaveProvider(tenantId, () => leave(undefined))
  const refused = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (save.isError) refused.current?.scrollIntoView({ block: 'nearest' })
  }, [save.isError, save.failureCount])

  function leave(keep: ProviderDraft | undefined) {
    onKeep(keep && { ...keep, client_secret: '' })
    onClose()
  }

  const { fields, secretSet, title } = needsOf(providers, draft.provider)
  const other = draft.provider.startsWith(OTHER)
  const apple = fields.includes('key_id')
  const secretHint = secretSet
    ? 'A secret is stored. Leave this empty to keep it.'
    : apple
      ? 'The whole content of the private key file from Apple.'
      : 'It is stored encrypted and never shown again.'
  const submit = handleSubmit((values) => save.mutate(formOf(providers, values, provider)))
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open || save.isPending) return
        leave(JSON.stringify(draft) === JSON.stringify(start) ? undefined : draft)
      }}
      title={provider ? `Edit ${provider.title}` : 'Add provider'}
      description="We test these settings with the provider before we save them."
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button disabled={save.isPending} onClick={() => leave(undefined)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Testing...">
            Test and save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {provider ? null : (
          <Field label="Provider">
            {(field) => <Select {...field} {...register('provider')} options={optionsOf(free)} />}
          </Field>
        )}
        {other ? (
          <Field label="Name" hint="Visitors see it on the button." error={errors.title?.message}>
            {(field) => (
              <Input
                {...field}
                {...register('title')}
                maxLength={100}
                autoComplete="off"
                placeholder="Company login"
              />
            )}
          </Field>
        ) : null}
        <Field label="Callback address" hint={`Enter it at ${title || 'the provider'} as the redirect URI.`}>
          {(field) => (
            <Input
              {...field}
              readOnly
              className="font-mono text-mono"
              value={providers[0]?.callback_url ?? ''}
              end={<CopyButton text={providers[0]?.callback_url ?? ''} label="Copy callback address" />}
            />
          )}
        </Field>
        {fields.map((name) => (
          <Field
            key={name}
            label={FIELD_LABELS[name]}
            error={errors[name]?.message}
            hint={name === 'issuer' ? 'The provider’s issuer URL, as in its discovery document.' : undefined}
          >
            {(field) => (
              <Input
                {...field}
                {...register(name)}
                autoComplete="off"
                spellCheck={false}
                {...(name === 'issuer' ? { inputMode: 'url', placeholder: 'https://login.example.com' } : {})}
              />
            )}
          </Field>
        ))}
        <Field label="Client ID" error={errors.client_id?.message}>
          {(field) => <Input {...field} {...register('client_id')} autoComplete="off" spellCheck={false} />}
        </Field>
        <Field
          label={apple ? 'Private key' : 'Client secret'}
          hint={secretHint}
          error={errors.client_secret?.message}
        >
          {(field) =>
            apple ? (
              <Textarea
                {...field}
                {...register('client_secret')}
                rows={4}
                spellCheck={false}
                autoComplete="off"
                className="font-mono text-mono"
                placeholder="-----BEGIN PRIVATE KEY-----"
              />
            ) : (
              <PasswordInput
                {...field}
                {...register('client_secret')}
                autoComplete="off"
                showLabel="Show secret"
                hideLabel="Hide secret"
              />
            )
          }
        </Field>
        {save.isError && !save.isPending ? (
          <div ref={refused}>
            <Notice tone="danger" role="alert" title="Nothing was saved">
              {callErrorText(save.error, 'We could not test the provider. Try again.')}
            </Notice>
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}

/** The most common providers first, then the others by name, and last any OpenID Connect provider. */
function optionsOf(free: readonly TenantProvider[]) {
  const rank = ({ name }: TenantProvider) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  const sorted = free.toSorted((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title))
  return [
    ...sorted.map(({ name, title }) => ({ value: name, label: title })),
    { value: OTHER, label: 'Another (OpenID Connect)' },
  ]
}
