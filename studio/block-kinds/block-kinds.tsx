import '#ui/lists/cover.css'
import '#ui/base/card.css'
import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { lazy } from '#ui/lazy.tsx'
import { useOpenRow } from '../routing/use-open-row.ts'
import { type TenantRow, mayWith, useCurrentTenant, useTenants } from '../tenant/tenants.ts'
import { KindCard } from './kind-card.tsx'
import { KindPicture } from './kind-picture.tsx'
import { KINDS, type UsedKind, useBlockKinds } from './use-block-kinds.ts'

const AddBlockDialog = lazy(() => import('./add-block-dialog.tsx'), 'over')

/**
 * The kinds of blocks that the tenant in the header uses. Those it does not use yet are behind one card; `?add=` names the
 * kind that the gallery shows.
 */
export function BlockKinds() {
  const tenant = useCurrentTenant()
  const tenants = useTenants()
  const { isLoading, used, unused } = useBlockKinds(tenant)
  const { openId, open, close } = useOpenRow('add')
  const kinds = unused.some(({ name }) => name === openId) ? unused : KINDS
  return (
    <>
      <ul aria-label="Kinds of blocks" className="mb-8 grid gap-4 md:grid-cols-2 xl:grid-cols-4">
        {isLoading || tenants.isLoading ? (
          KINDS.map(({ name }) => <LoadingCard key={name} />)
        ) : (
          <>
            {used.map((kind) => (
              <KindCard key={kind.name} kind={kind} tenant={tenant} />
            ))}
            {tenant && mayWith(tenant, 'content') && unused.length > 0 ? (
              <AddCard unused={unused} tenant={tenant} onOpen={() => open(unused[0]!.name)} />
            ) : null}
          </>
        )}
      </ul>
      {tenant && mayWith(tenant, 'content') && kinds.some(({ name }) => name === openId) ? (
        <Suspense>
          <AddBlockDialog tenant={tenant} kinds={kinds} name={openId!} onChoose={open} onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Opens the gallery of the kinds that are not in use; shows the first of them. */
function AddCard(props: { unused: readonly UsedKind[]; tenant: TenantRow; onOpen: () => void }) {
  const { unused, tenant, onOpen } = props
  return (
    <li className="kind-add">
      <KindPicture name={unused[0]!.name} tenant={tenant} />
      <div className="flex items-center gap-3 px-4 py-3.5">
        <span className="min-w-0 flex-1">
          <button type="button" aria-haspopup="dialog" className="text-subheading bb-cover" onClick={onOpen}>
            Add a block
          </button>
          <span className="mt-0.5 block truncate text-small text-text-2">
            {unused.map(({ nav }) => nav.label).join(', ')}
          </span>
        </span>
        <Plus size={18} strokeWidth={1.75} aria-hidden className="text-text-3" />
      </div>
    </li>
  )
}

/** As tall as a card. */
function LoadingCard() {
  return (
    <li className="bb-card" aria-busy="true">
      <div className="kind-picture" />
      <div className="kind-loading">
        <Skeleton width="40%" height={12} />
        <Skeleton width="62%" />
      </div>
    </li>
  )
}
