import { useEffect, useRef, useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { type Catalogue, catalogue } from '../endpoints.ts'
import type { PayItem } from './data-types.ts'
import { onlyItem } from './only-item.ts'
import { refreshWhileVisible } from '#kernel/browser/refresh-while-visible.ts'

/** The page's own data counts as current until the page is this old. */
const FRESH_MS = 10_000

/**
 * Minimum time a new price must have been visible before a purchase. It may have changed under the pointer.
 */
const READING_MS = 1500

export interface LiveCatalogue extends Catalogue {
  /** Products with their previous prices, by product ID, for prices that changed while the page was open. */
  previous: ReadonlyMap<string, PayItem>
  /**
   * Reloads the catalogue now. @returns the current product; undefined when it is no longer for sale or the
   * request failed
   */
  refresh: (id: string) => Promise<PayItem | undefined>
  /** False while a new price is too recent to have been read. */
  isPriceSettled: (id: string) => boolean
}

const sameTerms = (a: PayItem, b: PayItem) =>
  a.price_cents === b.price_cents && a.currency === b.currency && a.interval === b.interval

/**
 * The catalogue, kept up to date while the block is visible. Makes no request on first view.
 * @param only id of the only product that is shown
 */
export function useCatalogue(first: Catalogue, embed: EmbedApi | undefined, only?: string): LiveCatalogue {
  const [shown, setShown] = useState(first)
  const [previous, setPrevious] = useState<ReadonlyMap<string, PayItem>>(new Map())
  const now = useRef({ shown: first, changed: new Map<string, number>() })

  async function reload(): Promise<Catalogue | undefined> {
    const read = await embed!.call(catalogue, {}).catch(() => undefined)
    if (!read) return undefined
    const next = onlyItem(read, only)
    const before = new Map(now.current.shown.items.map((item) => [item.id, item]))
    const changed = next.items.filter((item) => before.has(item.id) && !sameTerms(item, before.get(item.id)!))
    for (const { id } of changed) now.current.changed.set(id, performance.now())
    if (changed.length)
      setPrevious((old) => new Map([...old, ...changed.map(({ id }) => [id, before.get(id)!] as const)]))
    if (JSON.stringify(next) !== JSON.stringify(now.current.shown)) setShown(next)
    now.current.shown = next
    return next
  }

  useEffect(() => {
    if (!embed) return undefined
    const { session, arrival } = embed
    let user: string | undefined
    // The page was rendered for a visitor who is signed out.
    const reloadForUser = () => {
      if (session.user?.id === user) return
      user = session.user?.id
      if (now.current.shown.isPersonal) void reload()
    }
    if (performance.now() > FRESH_MS) void reload()
    void arrival.then(reloadForUser)
    const stops = [session.subscribe(reloadForUser), refreshWhileVisible(document.body, () => void reload())]
    return () => stops.forEach((stop) => stop())
    // oxlint-disable-next-line react/exhaustive-deps -- reads the latest values from refs
  }, [embed])

  return {
    ...shown,
    previous,
    refresh: async (id) => (await reload())?.items.find((item) => item.id === id),
    isPriceSettled: (id) => performance.now() - (now.current.changed.get(id) ?? -READING_MS) >= READING_MS,
  }
}
