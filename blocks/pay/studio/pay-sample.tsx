import '../embed/pay-page.css'
import { useState } from 'react'
import { ThemedContainer } from '#studio/tenant/themed-container.tsx'
import { Note } from '#ui/base/note.tsx'
import type { ThemeId } from '#ui/theme/themes.ts'
import type { PayItem } from '../embed/data-types.ts'
import { ProductCard } from '../embed/product-card.tsx'

const item = (name: string, description: string, price_cents: number): PayItem => ({
  id: name,
  name,
  description,
  price_cents,
  currency: 'eur',
  interval: null,
  available: null,
  picture: null,
})

const BREAD = [
  item('Rye & honey loaf', 'Warm at nine, Tuesday to Saturday.', 1000),
  item('Weekly bread box', 'Three loaves, every Saturday.', 2400),
  item('Rye starter kit', 'Jar, flour, and a plan for five days.', 1850),
]

export interface PaySampleProps {
  /** The page's own theme and mode unless given. */
  theme?: ThemeId
  mode?: 'light' | 'dark'
  /** How many of the sample bakery's three products to show. */
  count?: 1 | 2 | 3
}

/**
 * The Pay Block as visitors see it, filled with sample products. Pressing a button says what would happen.
 */
export function PaySample({ theme, mode, count = 3 }: PaySampleProps) {
  const [wanted, setWanted] = useState('')
  return (
    <ThemedContainer
      live
      theme={theme}
      mode={mode}
      className="[&_h2]:font-semibold [&_h2]:tracking-[-0.008em]"
    >
      <div aria-live="polite">
        {wanted ? (
          <Note title={`Checkout for ${wanted}`}>
            On your page, the checkout opens here. Payments go to your own Stripe account.
          </Note>
        ) : null}
      </div>
      <ul className="pay-cards" data-columns={count}>
        {BREAD.slice(0, count).map((product) => (
          <ProductCard
            key={product.id}
            item={product}
            sells
            busy={false}
            waits={false}
            onBuy={() => setWanted(product.name)}
          />
        ))}
      </ul>
    </ThemedContainer>
  )
}
