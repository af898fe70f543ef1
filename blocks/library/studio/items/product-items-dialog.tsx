import { useState } from 'react'
import { SEARCH_MAX } from '#kernel/browser/list-view.ts'
import { useProducts } from '#studio/audience/use-products.ts'
import type { StaffItem } from '#blocks/library/endpoints-studio.ts'
import { Field } from '#ui/base/field.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { SearchInput } from '#ui/forms/search-input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { filterItems } from './item-filter.ts'
import { KINDS, KindIcon } from './item-kinds.tsx'
import { useProductItems, useSaveProductItems } from './use-product-items.ts'

export interface ProductItemsDialogProps {
  tenantId: string
  items: readonly StaffItem[]
  /** Undefined until one is chosen. */
  productId: string | undefined
  onChoose: (productId: string) => void
  onClose: () => void
}

/** Which items and courses the buyers of a product may open. */
export function ProductItemsDialog({
  tenantId,
  items,
  productId,
  onChoose,
  onClose,
}: ProductItemsDialogProps) {
  const products = useProducts(tenantId)
  const included = useProductItems(tenantId, productId)
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [q, setQ] = useState('')
  const save = useSaveProductItems(tenantId, onClose)
  const isIncluded = (id: string) => changes.get(id) ?? included.data?.has(id) ?? false
  const isChanged = [...changes].some(([id, chosen]) => chosen !== (included.data?.has(id) ?? false))
  const shown = filterItems(items, { q, kind: '', state: '', tag: '' })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Include in a product"
      description="Buyers of the product may open the items that you tick, and all lessons of a course. Who else may open them stays as it is."
      onSubmit={(event) => {
        event.preventDefault()
        if (!productId) return
        // From what was read, not from the list: an item that was added elsewhere since stays included.
        const chosen = new Set(included.data)
        for (const [id, isChosen] of changes)
          if (isChosen) chosen.add(id)
          else chosen.delete(id)
        save.mutate({ productId, items: [...chosen] })
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending}
            busyLabel="Saving..."
            disabledReason={productId ? !isChanged && 'Nothing has changed.' : 'Choose a product first.'}
          >
            Save
          </Button>
        </>
      }
    >
      {products.isError ? (
        <FailedRow
          message="The products could not be loaded."
          busy={products.isFetching}
          onRetry={() => void products.refetch()}
        />
      ) : products.data?.length === 0 ? (
        <p className="text-text-2">You have no products yet. Add one under Payments, then choose it here.</p>
      ) : (
        <Field label="Product">
          {(control) => (
            <Select
              {...control}
              value={productId ?? ''}
              options={[
                { value: '', label: products.data ? 'Choose a product' : 'Loading...', disabled: true },
                ...(products.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={({ currentTarget: { value } }) => {
                setChanges(new Map())
                onChoose(value)
              }}
            />
          )}
        </Field>
      )}
      {productId && included.isError ? (
        <FailedRow
          message="What this product includes could not be loaded."
          busy={included.isFetching}
          onRetry={() => void included.refetch()}
        />
      ) : null}
      {productId && !included.data && !included.isError ? <RowsSkeleton rows={4} /> : null}
      {productId && included.data ? (
        <div className="mt-4">
          <SearchInput
            label="Search items"
            placeholder="Title, summary or tag"
            maxLength={SEARCH_MAX}
            value={q}
            onValueChange={setQ}
          />
          {shown.length === 0 ? <p className="mt-4 text-text-2">No item matches.</p> : null}
          <ul aria-label="Items" className="mt-3 divide-y divide-line border-y border-line">
            {shown.map(({ id, kind, title, status }) => (
              <li key={id} className="py-1.5">
                <Checkbox
                  checked={isIncluded(id)}
                  onChange={({ currentTarget: { checked } }) =>
                    setChanges((now) => new Map(now).set(id, checked))
                  }
                >
                  <span className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
                    <KindIcon kind={kind} />
                    {title}
                    <span className="text-caption text-text-3">
                      {KINDS[kind].name}
                      {status === 'published' ? '' : `, ${status}`}
                    </span>
                  </span>
                </Checkbox>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </Dialog>
  )
}
