import { AppWindow, KeyRound, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { CopyButton } from '#ui/code/copy-button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import type { AppWithSecret, TenantApp, TenantApps } from '#features/tenants/endpoints.ts'
import { AddAppDialog } from './add-app-dialog.tsx'
import { EMPTY_APP } from './app-draft.ts'
import { AppSecretDialog } from './app-secret-dialog.tsx'
import { useRemoveApp, useRenewSecret, useTenantApps } from './use-tenant-apps.ts'

/** Your own apps: the builder's applications, which visitors sign in to with their account here. */
export default function OwnApps({ tenantId }: { tenantId: string }) {
  const { data, isError, isFetching, refetch } = useTenantApps(tenantId)
  const [adding, setAdding] = useState(false)
  const [draft, setDraft] = useState(EMPTY_APP)
  const [made, setMade] = useState<AppWithSecret>()
  return (
    <section aria-labelledby="auth-apps">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id="auth-apps" className="text-subheading">
            Your own apps
          </h3>
          <p className="mt-0.5 text-text-2">
            Visitors sign in to them with their account here, through OpenID Connect.
          </p>
        </div>
        <Button
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          disabled={!data}
          onClick={() => setAdding(true)}
        >
          Add app
        </Button>
      </div>
      {data ? (
        <Apps tenantId={tenantId} {...data} onSecret={setMade} />
      ) : isError ? (
        <FailedRow
          message="Your apps could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <RowsSkeleton rows={2} />
      )}
      {adding ? (
        <AddAppDialog
          tenantId={tenantId}
          kept={draft}
          onKeep={setDraft}
          onClose={() => setAdding(false)}
          onMade={setMade}
        />
      ) : null}
      {made ? <AppSecretDialog made={made} onClose={() => setMade(undefined)} /> : null}
    </section>
  )
}

interface AppsProps extends TenantApps {
  tenantId: string
  onSecret: (made: AppWithSecret) => void
}

function Apps({ tenantId, apps, discovery_url, onSecret }: AppsProps) {
  const [removing, setRemoving] = useState<TenantApp>()
  const [renewing, setRenewing] = useState<TenantApp>()
  const remove = useRemoveApp(tenantId, () => setRemoving(undefined))
  const renew = useRenewSecret(tenantId, (made) => {
    setRenewing(undefined)
    onSecret(made)
  })
  return (
    <>
      {apps.length === 0 ? (
        <p className="mt-3 flex items-center gap-3 border-y border-line py-4 text-text-2">
          <AppWindow size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-3" />
          No apps yet. Any OpenID Connect library works with the address below.
        </p>
      ) : (
        <ul aria-label="Your own apps" className="mt-3 divide-y divide-line border-y border-line">
          {apps.map((app) => (
            <li key={app.client_id} className="flex min-h-13 items-center gap-2 py-2">
              <div className="min-w-0 flex-1">
                <p className="font-medium wrap-anywhere">{app.name}</p>
                <p className="truncate font-mono text-mono text-text-2">{app.client_id}</p>
                <p className="text-small wrap-anywhere text-text-2">{app.redirect_uris.join(', ')}</p>
              </div>
              <CopyButton text={app.client_id} label={`Copy client ID of ${app.name}`} />
              {app.public ? null : (
                <IconButton
                  label={`New secret for ${app.name}`}
                  icon={<KeyRound size={16} strokeWidth={1.75} aria-hidden />}
                  onClick={() => setRenewing(app)}
                />
              )}
              <IconButton
                label={`Remove ${app.name}`}
                icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => setRemoving(app)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4">
        <Field label="Discovery address" hint="Your app's library reads all other settings from it.">
          {(field) => (
            <Input
              {...field}
              readOnly
              className="font-mono text-mono"
              value={discovery_url}
              end={<CopyButton text={discovery_url} label="Copy discovery address" />}
            />
          )}
        </Field>
      </div>
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(is) => {
          if (!is) setRemoving(undefined)
        }}
        title={`Remove ${removing?.name ?? ''}?`}
        confirmLabel="Remove"
        busy={remove.isPending}
        busyLabel="Removing..."
        onConfirm={() => removing && remove.mutate(removing)}
      >
        Visitors can no longer sign in to it, and it immediately loses access to their accounts.
      </ConfirmDialog>
      <ConfirmDialog
        open={renewing !== undefined}
        onOpenChange={(is) => {
          if (!is) setRenewing(undefined)
        }}
        title={`New secret for ${renewing?.name ?? ''}?`}
        confirmLabel="Create new secret"
        busy={renew.isPending}
        busyLabel="Creating..."
        onConfirm={() => renewing && renew.mutate(renewing)}
      >
        The current secret stops working immediately. Visitors can sign in again once your app has the new
        one.
      </ConfirmDialog>
    </>
  )
}
