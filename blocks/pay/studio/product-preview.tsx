import '../embed/pay-page.css'
import { ThemedContainer } from '#studio/tenant/themed-container.tsx'
import type { ResolvedTenantTheme } from '#studio/tenant/use-resolved-tenant-theme.ts'
import { THEMES } from '#ui/theme/themes.ts'
import { ProductCard } from '../embed/product-card.tsx'
import { type ProductDraft, priceCents, stockOf, stockProblem } from './product-draft.ts'

export interface ProductPreviewProps {
  draft: ProductDraft
  look: ResolvedTenantTheme
  /** Address of the draft's picture. */
  pictureUrl: string | undefined
}

/** The visitor's product card with the typed values. An invalid price shows as €0.00. */
export function ProductPreview({ draft, look, pictureUrl }: ProductPreviewProps) {
  const cents = priceCents(draft.price, draft.currency)
  const item = {
    id: 'preview',
    name: draft.name.trim() || 'Your product',
    description: draft.description.trim() || null,
    price_cents: cents ?? 0,
    currency: cents === undefined ? 'eur' : draft.currency,
    interval: draft.interval === 'once' ? null : draft.interval,
    ...(draft.interval !== 'once' && draft.perSeat ? { per_seat: true as const } : {}),
    available: stockProblem(draft.stock) ? null : stockOf(draft.stock),
    // The card shows every picture in the same shape.
    picture: pictureUrl ? { url: pictureUrl, width: 960, height: 720 } : null,
  }
  return (
    <section aria-label="Preview" className="flex h-full flex-col gap-4">
      <h3 className="text-small font-label">Preview</h3>
      <ThemedContainer {...look} className="[&_h2]:font-semibold [&_h2]:tracking-[-0.008em]">
        <ul>
          <ProductCard item={item} sells={draft.active} busy={false} waits={false} onBuy={() => undefined} />
        </ul>
      </ThemedContainer>
      <p className="mt-auto text-caption text-text-3">
        How visitors see it, in this tenant's theme: {THEMES.find(({ id }) => id === look.theme)!.name}.
      </p>
    </section>
  )
}
