import { Library, Package, SearchX } from 'lucide-react'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { BlockPreview } from '#features/tenants/studio/theme/block-preview.tsx'
import { placesOf } from '#kernel/browser/block-manifest.ts'
import { SEARCH_MAX } from '#kernel/browser/list-view.ts'
import { readTheme } from '#kernel/browser/theme/theme.ts'
import { useAppearance } from '#studio/appearance.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import type { StaffItem } from '#blocks/library/endpoints-studio.ts'
import { block } from '#blocks/library/block.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { ItemPage } from '../item/item-page.tsx'
import { filterItems, hasFilter, type ItemFilter, tagsInUse } from './item-filter.ts'
import { isKind } from './item-kinds.tsx'
import { ItemsTable } from './items-table.tsx'
import { ItemsToolbar } from './items-toolbar.tsx'
import { NewItemMenu } from './new-item-menu.tsx'
import { ProductItemsDialog } from './product-items-dialog.tsx'
import { useItems } from './use-items.ts'

/** In the address, in place of an item's id. */
const NEW_ITEM = 'new'
const STATES: readonly string[] = ['draft', 'scheduled', 'published'] satisfies StaffItem['status'][]

/** A tenant's items, or the one that the address names. */
export default function ItemsTab({ tenant }: { tenant: TenantRow }) {
  const [query, setQuery] = useSearchParams()
  const chosen = query.get('item')
  const newKind = query.get('kind')

  function show(id: string | null, { kind, replace = false }: { kind?: string; replace?: boolean } = {}) {
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        for (const own of ['item', 'product', 'part', 'q', 'kind', 'state', 'tag']) next.delete(own)
        if (id) next.set('item', id)
        if (kind) next.set('kind', kind)
        return next
      },
      { replace },
    )
  }

  if (chosen)
    return (
      <ItemPage
        key={chosen}
        tenant={tenant}
        itemId={chosen === NEW_ITEM ? undefined : chosen}
        kind={isKind(newKind) ? newKind : 'article'}
        onBack={() => show(null)}
        onCreated={(id) => show(id, { replace: true })}
      />
    )
  return <ItemList tenant={tenant} onOpen={({ id }) => show(id)} onNew={(kind) => show(NEW_ITEM, { kind })} />
}

interface ItemListProps {
  tenant: TenantRow
  onOpen: (item: StaffItem) => void
  onNew: (kind: string) => void
}

function ItemList({ tenant, onOpen, onNew }: ItemListProps) {
  const [query, setQuery] = useSearchParams()
  const { data, isError, isFetching, refetch } = useItems(tenant.id)
  const filter = readFilter(query)
  const onFilter = useCallback(
    (next: Partial<ItemFilter>) =>
      setQuery(
        (now) => {
          const to = new URLSearchParams(now)
          for (const [name, value] of Object.entries(next)) {
            if (value) to.set(name, value)
            else to.delete(name)
          }
          return to
        },
        { replace: true },
      ),
    [setQuery],
  )
  const product = query.get('product')
  /** In the address, so that a link leads to what a product includes. */
  function setProduct(id: string | undefined) {
    setQuery(
      (now) => {
        const to = new URLSearchParams(now)
        if (id) to.set('product', id)
        else to.delete('product')
        return to
      },
      { replace: true },
    )
  }
  const onSearch = useCallback((q: string) => onFilter({ q }), [onFilter])

  if (!data && isError)
    return (
      <FailedRow message="The items could not be loaded." busy={isFetching} onRetry={() => void refetch()} />
    )
  if (!data) return <RowsSkeleton rows={5} />
  const { items, most } = data
  const full =
    most > 0 &&
    items.length >= most &&
    `Your plan includes ${most.toLocaleString('en-US')} items, and all of them are used.`
  if (items.length === 0) return <NoItems tenant={tenant} onNew={onNew} />
  const shown = filterItems(items, filter)
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <p className="text-text-2 tabular-nums">{summaryOf(items)}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Package size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => setProduct('choose')}
          >
            Include in a product
          </Button>
          <NewItemMenu disabledReason={full} onChoose={onNew} />
        </div>
      </div>
      {product ? (
        <ProductItemsDialog
          tenantId={tenant.id}
          items={items}
          productId={product === 'choose' ? undefined : product}
          onChoose={setProduct}
          onClose={() => setProduct(undefined)}
        />
      ) : null}
      <ItemsToolbar filter={filter} tags={tagsInUse(items)} onSearch={onSearch} onFilter={onFilter} />
      {shown.length > 0 ? (
        <ItemsTable tenantId={tenant.id} items={shown} onOpen={onOpen} />
      ) : (
        <EmptyState
          level={2}
          icon={<SearchX size={22} strokeWidth={1.75} aria-hidden />}
          title="No item matches"
          text="Try fewer words, or remove the filters."
          actions={
            hasFilter(filter) && (
              <Button onClick={() => onFilter({ q: '', kind: '', state: '', tag: '' })}>
                Show all items
              </Button>
            )
          }
        />
      )}
    </>
  )
}

function NoItems({ tenant, onNew }: { tenant: TenantRow; onNew: (kind: string) => void }) {
  const { resolvedMode } = useAppearance()
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <EmptyState
        level={2}
        icon={<Library size={22} strokeWidth={1.75} aria-hidden />}
        title="No items yet"
        text="Write an article or upload a file, and choose who may open it. Everyone else sees the teaser and how to get access."
        actions={<NewItemMenu align="start" onChoose={onNew} />}
      />
      <div>
        <p className="mb-1.5 text-small text-text-2">A sample in your theme</p>
        <BlockPreview
          theme={readTheme(tenant.theme)}
          studio={resolvedMode}
          places={placesOf([block])}
          first={block.name}
          whole
        />
      </div>
    </div>
  )
}

function readFilter(query: URLSearchParams): ItemFilter {
  const [kind, state] = [query.get('kind'), query.get('state') ?? '']
  return {
    q: (query.get('q') ?? '').trim().slice(0, SEARCH_MAX),
    kind: isKind(kind) ? kind : '',
    state: STATES.includes(state) ? (state as ItemFilter['state']) : '',
    tag: query.get('tag') ?? '',
  }
}

function summaryOf(items: readonly StaffItem[]): string {
  const published = items.filter(({ status }) => status === 'published').length
  return `${items.length.toLocaleString('en-US')} ${items.length === 1 ? 'item' : 'items'}, ${published.toLocaleString('en-US')} published`
}
