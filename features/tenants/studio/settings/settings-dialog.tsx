import { zodResolver } from '@hookform/resolvers/zod'
import { Suspense, useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { TenantTab } from '#studio/tenant/tenant-tab.ts'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { useUnsaved } from '#studio/data/use-unsaved.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Tabs } from '#ui/tabs/tabs.tsx'
import { AuthTab } from '../auth/auth-tab.tsx'
import { GeneralTab } from './general-tab.tsx'
import { type GeneralForm, generalForm } from '../tenant-form.ts'
import { useUpdateTenant } from '../use-update-tenant.ts'

export interface SettingsDialogProps {
  tenant: TenantRow
  /** The tab from the URL. An unknown one shows General. */
  tab: string
  extraTabs: readonly TenantTab[]
  /** The URL has left the dialog while there are unsaved changes. */
  leaving: boolean
  onStay: () => void
  onTab: (tab: string) => void
  onUnsaved: (unsaved: boolean) => void
  onClose: () => void
}

/**
 * Tenant Settings. Edits in General survive a change of tabs, and leaving unsaved edits asks for
 * confirmation.
 */
export default function SettingsDialog(props: SettingsDialogProps) {
  const { tenant, extraTabs, onUnsaved, onClose } = props
  const formId = useId()
  const update = useUpdateTenant(tenant.id)
  const [isConfirming, setConfirming] = useState(false)
  const form = useForm<GeneralForm>({
    resolver: zodResolver(generalForm),
    values: {
      name: tenant.name,
      description: tenant.description ?? '',
      allowed_origins: tenant.allowed_origins ?? [],
    },
    resetOptions: { keepDirtyValues: true },
  })
  const unsaved = form.formState.isDirty
  const unsavedWarning = `Your changes to the settings of ${tenant.name} are not saved.`
  // The dashboard handles navigation within its own URL.
  useUnsaved(unsaved, unsavedWarning)

  useEffect(() => {
    onUnsaved(unsaved)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a change of `unsaved` matters
  }, [unsaved])

  const save = form.handleSubmit((changes) =>
    update.mutate(
      { ...changes, description: changes.description || null },
      { onSuccess: () => form.reset(changes) },
    ),
  )
  const tabs = [
    {
      value: 'general',
      label: 'General',
      content: <GeneralTab id={formId} tenant={tenant} form={form} onSubmit={save} />,
    },
    ...(mayWith(tenant, 'settings')
      ? [{ value: 'auth', label: 'Auth', content: <AuthTab tenant={tenant} /> }]
      : []),
    ...extraTabs
      .filter(({ guard }) => mayWith(tenant, guard))
      .map(({ id, label, Component }) => ({
        value: id,
        label,
        content: (
          <Suspense fallback={<RowsSkeleton />}>
            <Component tenant={tenant} />
          </Suspense>
        ),
      })),
  ]
  const tab = tabs.some(({ value }) => value === props.tab) ? props.tab : 'general'

  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => {
          if (open) return
          if (unsaved) setConfirming(true)
          else onClose()
        }}
        size="wide"
        title="Tenant Settings"
        description={tenant.name}
        footer={
          tab === 'general' ? (
            <>
              <output className="mr-auto self-center text-small text-text-2">
                {unsaved ? 'Unsaved changes' : update.isSuccess ? 'Saved' : ''}
              </output>
              <Button
                type="submit"
                form={formId}
                variant="primary"
                busy={update.isPending}
                busyLabel="Saving..."
              >
                Save Changes
              </Button>
            </>
          ) : undefined
        }
      >
        <Tabs label="Tenant Settings" value={tab} onChange={props.onTab} tabs={tabs} />
      </Dialog>
      <ConfirmDialog
        open={isConfirming || props.leaving}
        onOpenChange={(open) => {
          if (open) return
          setConfirming(false)
          if (props.leaving) props.onStay()
        }}
        title="Discard changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={onClose}
      >
        {unsavedWarning}
      </ConfirmDialog>
    </>
  )
}
