import { Suspense, useEffect, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import type { DashboardAddress } from './dashboard-address.ts'
import type { DashboardParts } from './dashboard-parts.ts'

const CreateTenantDialog = lazy(() => import('./create-tenant-dialog.tsx'), 'over')
const ThemeDialog = lazy(() => import('./theme/theme-dialog.tsx'), 'over')
const EmbedDialog = lazy(() => import('./sites/embed-dialog.tsx'), 'over')
const SettingsDialog = lazy(() => import('./settings/settings-dialog.tsx'), 'over')

const RIGHTS = { theme: 'content', embed: 'see', connect: 'own', settings: 'content' } as const

export interface DashboardDialogsProps {
  /** Undefined while the list loads. */
  tenants: readonly TenantRow[] | undefined
  parts: DashboardParts
  address: DashboardAddress
  open: (next: DashboardAddress) => void
  show: (next: DashboardAddress) => void
  close: () => void
}

/** The dialog named by the URL. Its code loads when it is first opened. */
export function DashboardDialogs({ tenants, parts, address, open, show, close }: DashboardDialogsProps) {
  const [unsaved, setUnsaved] = useState<DashboardAddress>()
  const isLeaving = unsaved !== undefined && address.dialog === undefined
  const shown = isLeaving ? unsaved : address
  const tenantId = 'tenant' in shown ? shown.tenant : undefined
  const right = 'tenant' in shown ? RIGHTS[shown.dialog] : 'see'
  const tenant = tenants?.find((one) => one.id === tenantId && mayWith(one, right))
  const isUnknown = tenants !== undefined && tenantId !== undefined && tenant === undefined

  // A link to a deleted tenant or one of another creator, or to what the role does not include, shows only the list.
  useEffect(() => {
    if (isUnknown) show({})
  })

  if (shown.dialog === 'create')
    return (
      <Suspense>
        <CreateTenantDialog onClose={close} />
      </Suspense>
    )
  if (!tenant) return null
  return (
    <Suspense>
      {shown.dialog === 'theme' ? <ThemeDialog tenant={tenant} onClose={close} /> : null}
      {shown.dialog === 'connect' ? <parts.ConnectDialog tenant={tenant} onClose={close} /> : null}
      {shown.dialog === 'embed' ? <EmbedDialog tenant={tenant} onClose={close} /> : null}
      {shown.dialog === 'settings' ? (
        <SettingsDialog
          key={tenant.id}
          tenant={tenant}
          tab={shown.tab}
          extraTabs={parts.tabs}
          leaving={isLeaving}
          onStay={() => open(unsaved!)}
          onTab={(tab) => show({ dialog: 'settings', tenant: tenant.id, tab })}
          onUnsaved={(is) => setUnsaved(is ? shown : undefined)}
          onClose={() => {
            setUnsaved(undefined)
            if (!isLeaving) close()
          }}
        />
      ) : null}
    </Suspense>
  )
}
