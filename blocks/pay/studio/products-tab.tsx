import { PackageOpen, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useResolvedTenantTheme } from '#studio/tenant/use-resolved-tenant-theme.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { lazy } from '#ui/lazy.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import type { StoredDraft } from './product-draft.ts'
import { ProductDialog } from './product-dialog.tsx'
import { ProductsTable } from './products-table.tsx'
import { useItems } from './use-items.ts'
import { NEW_PRODUCT, useOpenProduct } from './use-open-product.ts'

const ProductsExample = lazy(() => import('./products-example.tsx'), 'quiet')

/** Tenant Settings, Products: the tenant's products. */
export default function ProductsTab({ tenant }: { tenant: TenantRow }) {
  const { data: items, isError, isFetching, refetch } = useItems(tenant.id)
  const { product, open, close } = useOpenProduct()
  const look = useResolvedTenantTheme(tenant)
  const [kept, setKept] = useState<Record<string, StoredDraft | undefined>>({})

  if (!items && isError)
    return (
      <FailedRow
        message="The products could not be loaded."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!items) return <RowsSkeleton />

  const edited = items.find(({ id }) => id === product)
  const add = (
    <Button
      variant="primary"
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => open(NEW_PRODUCT)}
    >
      Add Product
    </Button>
  )
  return (
    <>
      {items.length === 0 ? (
        <>
          <EmptyState
            icon={<PackageOpen size={22} strokeWidth={1.75} aria-hidden />}
            title="No products yet"
            text="Add your first product. It will appear in your Pay Block."
            actions={add}
          />
          <Suspense fallback={null}>
            <ProductsExample tenant={tenant} />
          </Suspense>
        </>
      ) : (
        <>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
            <p className="text-text-2 tabular-nums">{summary(items)}</p>
            {add}
          </div>
          <ProductsTable tenantId={tenant.id} items={items} onEdit={(item) => open(item.id)} />
        </>
      )}
      {product === NEW_PRODUCT || edited ? (
        <ProductDialog
          key={product}
          tenantId={tenant.id}
          look={look}
          item={edited}
          kept={kept[product!]}
          onKeep={(keep) => setKept({ ...kept, [product!]: keep })}
          onClose={close}
        />
      ) : null}
    </>
  )
}

function summary(items: readonly { active: boolean }[]): string {
  const active = items.filter((item) => item.active).length
  return `${items.length} ${items.length === 1 ? 'product' : 'products'}, ${active} for sale`
}
