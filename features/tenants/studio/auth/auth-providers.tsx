import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import type { TenantProvider } from '#features/tenants/endpoints.ts'
import { AuthProviderDialog } from './auth-provider-dialog.tsx'
import type { ProviderDraft } from './provider-draft.ts'
import { useRemoveProvider, useSwitchProvider } from './use-tenant-auth.ts'

/** The dialog's key for a new provider. */
const NEW = ''

export interface AuthProvidersProps {
  tenantId: string
  /** Undefined while loading, when a skeleton row is shown. */
  providers: readonly TenantProvider[] | undefined
  /** Titles of providers that visitors see without any settings: the sandbox, during development. */
  alsoOffered: readonly string[]
}

/** Social login: the saved providers, each with a switch, and a button to add one. */
export function AuthProviders({ tenantId, providers, alsoOffered }: AuthProvidersProps) {
  const [open, setOpen] = useState<string>()
  const [kept, setKept] = useState<Record<string, ProviderDraft | undefined>>({})
  const [removing, setRemoving] = useState<TenantProvider>()
  const toggle = useSwitchProvider(tenantId)
  const remove = useRemoveProvider(tenantId, () => setRemoving(undefined))
  const saved = providers?.filter((one) => one.saved) ?? []
  return (
    <section aria-labelledby="auth-social">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id="auth-social" className="text-subheading">
            Social login
          </h3>
          <p className="mt-0.5 text-text-2">Let visitors sign in with accounts from other services.</p>
        </div>
        <Button
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          disabled={!providers}
          onClick={() => setOpen(NEW)}
        >
          Add provider
        </Button>
      </div>
      {!providers ? (
        <div className="mt-3">
          <RowsSkeleton rows={1} />
        </div>
      ) : saved.length === 0 ? (
        <p className="mt-3 flex items-center gap-3 border-y border-line py-4 text-text-2">
          <KeyRound size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-3" />
          <span>
            {alsoOffered.length
              ? `No providers of your own yet. While developing, visitors see ${alsoOffered.join(', ')}. `
              : 'No providers yet. '}
            For Google, GitHub, Apple and others you need two values from their settings page.
          </span>
        </p>
      ) : (
        <ul aria-label="Providers" className="mt-3 divide-y divide-line border-y border-line">
          {saved.map((provider) => (
            <li key={provider.name} className="flex min-h-13 items-center gap-2 py-2">
              <div className="min-w-0 flex-1">
                <p className="font-medium wrap-anywhere">{provider.title}</p>
                <p className="truncate font-mono text-mono text-text-2">{provider.client_id}</p>
              </div>
              <Switch
                aria-label={`${provider.title} is offered`}
                checked={provider.enabled}
                busy={toggle.isPending && toggle.variables.name === provider.name}
                onCheckedChange={(enabled) => toggle.mutate({ name: provider.name, enabled })}
              >
                <span className="w-7 text-text-2 max-sm:sr-only">{provider.enabled ? 'On' : 'Off'}</span>
              </Switch>
              <IconButton
                label={`Edit ${provider.title}`}
                icon={<Pencil size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => setOpen(provider.name)}
              />
              <IconButton
                label={`Remove ${provider.title}`}
                icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => setRemoving(provider)}
              />
            </li>
          ))}
        </ul>
      )}
      {open === undefined || !providers ? null : (
        <AuthProviderDialog
          tenantId={tenantId}
          providers={providers}
          provider={saved.find(({ name }) => name === open)}
          kept={kept[open]}
          onKeep={(draft) => setKept({ ...kept, [open]: draft })}
          onClose={() => setOpen(undefined)}
        />
      )}
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(is) => {
          if (!is) setRemoving(undefined)
        }}
        title={`Remove ${removing?.title ?? ''}?`}
        confirmLabel="Remove"
        busy={remove.isPending}
        busyLabel="Removing..."
        onConfirm={() => removing && remove.mutate(removing)}
      >
        Visitors can no longer sign in with it. They keep their accounts and other sign-in methods.
      </ConfirmDialog>
    </section>
  )
}
