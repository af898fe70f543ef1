import { ChevronsUpDown } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { useCurrentTenant, useTenants } from '../tenant/tenants.ts'
import TenantList from './tenant-list.tsx'

const Popover = lazy(() => import('#ui/overlays/popover.tsx'), 'over')

/** Shows the current tenant and a menu to switch to another. Hidden if there is none. */
export default function TenantSwitcher() {
  const { data = [] } = useTenants()
  const current = useCurrentTenant()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  if (!current) return null
  const name = (
    <>
      <Avatar name={current.name.slice(0, 1)} size="small" plain />
      <span className="max-w-52 truncate">{current.name}</span>
    </>
  )
  return (
    <div className="flex min-w-0 items-center gap-3 max-lg:ml-4">
      <span aria-hidden="true" className="h-5 w-px bg-line" />
      {data.length < 2 ? (
        <span className="flex items-center gap-2 px-2 font-medium">{name}</span>
      ) : (
        <button
          ref={button}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          className="flex h-8 cursor-pointer items-center gap-2 rounded-control px-2 font-medium hover:bg-hover"
          onClick={() => setOpen(!open)}
        >
          <span className="sr-only">Tenant: </span>
          {name}
          <ChevronsUpDown size={16} strokeWidth={1.75} aria-hidden className="text-text-3" />
        </button>
      )}
      {open ? (
        <Suspense>
          <Popover anchor={button} open onOpenChange={setOpen} label="Tenant" align="start" width={240}>
            <TenantList onChoose={() => setOpen(false)} />
          </Popover>
        </Suspense>
      ) : null}
    </div>
  )
}
