import { ArrowLeft } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { CallError } from '#kernel/browser/call.ts'
import { ViewAs } from '#studio/audience/view-as.tsx'
import { mayWith, type TenantRow } from '#studio/tenant/tenants.ts'
import type { StaffItemWithBody } from '#blocks/library/endpoints-studio.ts'
import type { ItemKind } from '#blocks/library/endpoints.ts'
import { Button } from '#ui/button.tsx'
import { lazy } from '#ui/lazy.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import '#ui/tabs/tabs.css'
import { KINDS, KindIcon } from '../items/item-kinds.tsx'
import { useItem } from '../items/use-items.ts'
import { ItemEditor } from './item-editor.tsx'
import { ItemMembers } from './item-members.tsx'
import { ItemHeader } from './item-header.tsx'

const CaptionsPart = lazy(() => import('../captions/captions-part.tsx'))
const OutlinePart = lazy(() => import('../outline/outline-part.tsx'))

export interface ItemPageProps {
  tenant: TenantRow
  /** Undefined for a new one. */
  itemId: string | undefined
  /** Of a new one. */
  kind: ItemKind
  onBack: () => void
  onCreated: (id: string) => void
}

/** One item: its state, and the form beside what visitors see. A course also has its lessons. */
export function ItemPage({ tenant, itemId, kind, onBack, onCreated }: ItemPageProps) {
  return (
    <>
      <button
        type="button"
        onClick={onBack}
        className="mb-3 inline-flex min-h-6 items-center gap-1.5 rounded-badge text-small text-text-2 hover:text-text"
      >
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
        Items
      </button>
      {itemId ? (
        <StoredItem tenant={tenant} itemId={itemId} onBack={onBack} />
      ) : (
        <>
          <h2 className="mb-5 flex items-center gap-2.5 text-subheading">
            <KindIcon kind={kind} size={20} />
            New {KINDS[kind].name.toLowerCase()}
          </h2>
          <ItemEditor tenant={tenant} kind={kind} item={undefined} onCreated={onCreated} />
        </>
      )}
    </>
  )
}

function StoredItem({ tenant, itemId, onBack }: { tenant: TenantRow; itemId: string; onBack: () => void }) {
  const { data: item, error, isFetching, refetch } = useItem(tenant.id, itemId)
  if (!item && error instanceof CallError && error.status === 404)
    return (
      <EmptyState
        level={2}
        icon={<KindIcon kind="article" size={22} />}
        title="This item does not exist"
        text="It may have been deleted."
        actions={<Button onClick={onBack}>Show all items</Button>}
      />
    )
  if (!item && error)
    return (
      <FailedRow message="The item could not be loaded." busy={isFetching} onRetry={() => void refetch()} />
    )
  if (!item) return <RowsSkeleton rows={6} />
  return <LoadedItem tenant={tenant} item={item} onBack={onBack} />
}

interface LoadedItemProps {
  tenant: TenantRow
  item: StaffItemWithBody
  onBack: () => void
}

function LoadedItem({ tenant, item, onBack }: LoadedItemProps) {
  const [query] = useSearchParams()
  const isOutline = item.kind === 'course' && query.get('part') === 'lessons'
  const seesMembers = !isOutline && mayWith(tenant, 'people')
  return (
    <>
      <ItemHeader tenant={tenant} item={item} onDeleted={onBack} />
      {item.kind === 'course' ? <CourseTabs title={item.title} isOutline={isOutline} /> : null}
      <Suspense fallback={<RowsSkeleton rows={5} />}>
        {isOutline ? (
          <OutlinePart tenant={tenant} course={item} />
        ) : (
          <ItemEditor tenant={tenant} kind={item.kind} item={item} onCreated={onBack} />
        )}
      </Suspense>
      {item.kind === 'audio' || item.kind === 'video' ? (
        <Suspense fallback={<RowsSkeleton rows={1} />}>
          <CaptionsPart tenantId={tenant.id} itemId={item.id} />
        </Suspense>
      ) : null}
      {seesMembers && item.started + item.finished > 0 ? (
        <ItemMembers tenantId={tenant.id} item={item} />
      ) : null}
      {seesMembers && item.status === 'published' ? (
        <div className="mt-10">
          <ViewAs key={item.revision} tenant={tenant} page="library" block={item.id} />
        </div>
      ) : null}
    </>
  )
}

function CourseTabs({ title, isOutline }: { title: string; isOutline: boolean }) {
  const [query] = useSearchParams()
  const search = (part: string) => {
    const next = new URLSearchParams(query)
    if (part) next.set('part', part)
    else next.delete('part')
    return next.toString()
  }
  return (
    <nav aria-label={title} className="bb-tabs mb-5">
      <Link to={{ search: search('') }} className="bb-tab" aria-current={isOutline ? undefined : 'page'}>
        Course
      </Link>
      <Link
        to={{ search: search('lessons') }}
        className="bb-tab"
        aria-current={isOutline ? 'page' : undefined}
      >
        Lessons
      </Link>
    </nav>
  )
}
