import '../embed/pay-page.css'
import { ThemeGround } from '#studio/theme-ground.tsx'
import type { TenantLook } from '#studio/tenant-look.ts'
import { THEMES } from '#ui/themes.ts'
import { ProductCard } from '../embed/product-card.tsx'
import { type ProductDraft, priceCents, stockOf, stockProblem } from './product-draft.ts'

/** The visitor's product card with the typed values. An invalid price shows as €0.00. */
export function ProductPreview({ draft, look }: { draft: ProductDraft; look: TenantLook }) {
  const cents = priceCents(draft.price)
  const item = {
    id: 'preview',
    name: draft.name.trim() || 'Your product',
    description: draft.description.trim() || null,
    price_cents: cents ?? 0,
    currency: cents === undefined ? 'eur' : draft.currency,
    interval: draft.interval === 'once' ? null : draft.interval,
    available: stockProblem(draft.stock) ? null : stockOf(draft.stock),
  }
  return (
    <section aria-label="Preview" className="flex h-full flex-col gap-4">
      <h3 className="text-small font-label">Preview</h3>
      <ThemeGround {...look} className="[&_h2]:font-semibold [&_h2]:tracking-[-0.008em]">
        <ul>
          <ProductCard item={item} sells={draft.active} busy={false} waits={false} onBuy={() => undefined} />
        </ul>
      </ThemeGround>
      <p className="mt-auto text-caption text-text-3">
        How visitors see it, in this tenant's theme: {THEMES.find(({ id }) => id === look.theme)!.name}.
      </p>
    </section>
  )
}
