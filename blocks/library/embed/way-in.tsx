import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { day, isolated, list, money } from '#kernel/browser/local.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import type { LibraryItem } from '../endpoints.ts'
import type { LibraryPageData } from './data-types.ts'
import { texts } from './texts/spoken.ts'

interface WayInProps {
  item: LibraryItem
  data: LibraryPageData
  embed: EmbedApi | undefined
  signedIn: boolean
  onBuy: () => void
}

/** In place of a body that is closed to this visitor: for whom it is, and what to do. */
export function WayIn({ item, data, embed, signedIn, onBuy }: WayInProps) {
  const { ways = [], is_locked: isLocked, opens_at: opensAt } = item
  const { closed } = texts
  if (isLocked) return <Note tone="info" title={opensAt ? closed.opens(day(opensAt)) : closed.afterStart} />
  const product = ways.find(({ item_id }) => item_id !== undefined)
  const names = [...new Set(ways.flatMap(({ name }) => name ?? []))]
  const title = names.length ? closed.forMembersOf(list(names.map(isolated))) : closed.forMembers
  const canSignIn = !signedIn && ways.length > 0
  return (
    <Note
      tone="info"
      title={title}
      action={
        <span className="lib-ways">
          {product ? (
            <Button
              variant="primary"
              size="small"
              onClick={() => {
                openBlock('pay', data, embed, product.item_id)
                onBuy()
              }}
            >
              {product.price_cents !== undefined && product.currency
                ? closed.buyFor(money(product.price_cents, product.currency))
                : closed.buy}
            </Button>
          ) : null}
          {canSignIn ? (
            <Button size="small" onClick={() => openBlock('auth', data, embed)}>
              {closed.signIn}
            </Button>
          ) : null}
        </span>
      }
    >
      {product || canSignIn ? null : closed.ask}
    </Note>
  )
}

/**
 * In a frame, the host page opens the other block as a dialog, so that the visitor returns to this item; else a new window.
 * @param item id of the product to buy
 */
export function openBlock(
  block: 'auth' | 'pay',
  { tenant }: LibraryPageData,
  embed: EmbedApi | undefined,
  item?: string,
): void {
  const product: Record<string, string> = item === undefined ? {} : { item }
  if (parent !== window) embed?.tell({ type: 'open', block, ...product })
  else open(`/embed/${block}?${new URLSearchParams({ tenant: tenant!.public_key, ...product })}`, '_blank')
}
