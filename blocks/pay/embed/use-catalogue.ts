import { useEffect, useRef, useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { type Catalogue, catalogue } from '../endpoints.ts'
import type { PayItem } from './data-types.ts'
import { watchLooks } from './watch-looks.ts'

/** Younger than this the page's own data is as good as an answer. */
const FRESH_MS = 10_000

/** A price that has just changed under the pointer was not read yet. */
const READING_MS = 1500

export interface LiveCatalogue extends Catalogue {
  /** Prices that were shown before, of those that changed while they were looked at; by the product's id. */
  was: ReadonlyMap<string, PayItem>
  /** Asks again at once. @returns the product as it is now, undefined when it is gone or nobody answers */
  refresh: (id: string) => Promise<PayItem | undefined>
  /** False while a price is too new to have been read. */
  wasRead: (id: string) => boolean
}

const sameTerms = (a: PayItem, b: PayItem) =>
  a.price_cents === b.price_cents && a.currency === b.currency && a.interval === b.interval

/** What is for sale, kept as it is now while somebody looks at it; nothing is asked on first view. */
export function useCatalogue(first: Catalogue, embed: EmbedApi | undefined): LiveCatalogue {
  const [shown, setShown] = useState(first)
  const [was, setWas] = useState<ReadonlyMap<string, PayItem>>(new Map())
  const now = useRef({ shown: first, changed: new Map<string, number>() })

  async function ask(): Promise<Catalogue | undefined> {
    const next = await embed!.call(catalogue, {}).catch(() => undefined)
    if (!next) return undefined
    const before = new Map(now.current.shown.items.map((item) => [item.id, item]))
    const changed = next.items.filter((item) => before.has(item.id) && !sameTerms(item, before.get(item.id)!))
    for (const { id } of changed) now.current.changed.set(id, performance.now())
    if (changed.length)
      setWas((old) => new Map([...old, ...changed.map(({ id }) => [id, before.get(id)!] as const)]))
    if (JSON.stringify(next) !== JSON.stringify(now.current.shown)) setShown(next)
    now.current.shown = next
    return next
  }

  useEffect(() => {
    if (!embed) return undefined
    if (performance.now() > FRESH_MS) void ask()
    return watchLooks(document.body, () => void ask())
    // oxlint-disable-next-line react/exhaustive-deps -- reads what is newest by itself
  }, [embed])

  return {
    ...shown,
    was,
    refresh: async (id) => (await ask())?.items.find((item) => item.id === id),
    wasRead: (id) => performance.now() - (now.current.changed.get(id) ?? -READING_MS) >= READING_MS,
  }
}
