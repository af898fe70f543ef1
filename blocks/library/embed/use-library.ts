import { useEffect, useRef, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { refreshWhileVisible } from '#kernel/browser/refresh-while-visible.ts'
import { listLibrary, readLibraryItem } from '../endpoints.ts'
import type { LibraryItem, LibraryPage, LibraryQuery } from '../endpoints.ts'
import type { LibraryPageData } from './data-types.ts'

/** After a click on the button to buy, the item opens soon after the payment: it is read this often, for so long. */
const SOON_MS = 3000
const PAYING_MS = 15 * 60_000

/**
 * What the page shows, kept up to date: when a session starts or ends, and every few seconds while it is visible, so that what a member
 * may no longer open is gone within a minute.
 */
export function useLibrary(data: LibraryPageData, embed: EmbedApi | undefined) {
  const [list, setList] = useState<LibraryPage>(data.list ?? { items: [] })
  const [item, setItem] = useState<LibraryItem | null | undefined>(data.item)
  const latest = useRef(item)
  latest.current = item
  const [signedIn, setSignedIn] = useState(false)
  const [failed, setFailed] = useState(false)
  const shown = useRef<{ item?: string; query: LibraryQuery }>({
    ...(data.named !== undefined && { item: data.named }),
    query: data.query ?? {},
  })
  const buying = useRef<{ timer?: ReturnType<typeof setInterval>; until: number }>({ until: 0 })
  /** Responses to earlier requests are dropped. */
  const request = useRef(0)

  /** Back to what the page had for a visitor who is signed out. */
  function forget() {
    setList(data.list ?? { items: [] })
    setItem(shown.current.item === data.named ? data.item : undefined)
  }

  async function reload() {
    const own = ++request.current
    const { item: named, query } = shown.current
    try {
      if (named === undefined) {
        const page = await embed!.call(listLibrary, query)
        if (own === request.current) setList(page)
      } else {
        const read = await embed!.call(readLibraryItem, { item: named })
        if (own === request.current) setItem(read)
      }
      if (own === request.current) setFailed(false)
    } catch (error) {
      if (own !== request.current) return
      if (error instanceof CallError && error.status === 404) setItem(null)
      else setFailed(true)
    }
  }

  useEffect(() => {
    if (!embed || data.error) return undefined
    const { session, arrival } = embed
    const paying = buying.current
    let user: string | undefined
    const follow = () => {
      setSignedIn(session.user !== null)
      if (session.user?.id === user) return
      // What the one before was shown is gone at once, also when the network is.
      if (user !== undefined) forget()
      user = session.user?.id
      void reload()
    }
    void arrival.then(follow)
    const stops = [session.subscribe(follow), refreshWhileVisible(document.body, () => void reload())]
    return () => {
      clearInterval(paying.timer)
      stops.forEach((stop) => stop())
    }
    // oxlint-disable-next-line react/exhaustive-deps -- reads the latest values from refs
  }, [embed])

  return {
    list,
    item,
    signedIn,
    failed,
    reload,
    open(id: string) {
      shown.current = { ...shown.current, item: id }
      setItem(undefined)
      return reload()
    },
    back() {
      delete shown.current.item
      setItem(undefined)
      return reload()
    },
    search(query: LibraryQuery) {
      shown.current = { query: { ...data.query, ...query } }
      return reload()
    },
    /** The next page, below those that are shown. */
    async more() {
      const own = request.current
      const page = await embed!
        .call(listLibrary, { ...shown.current.query, after: list.next! })
        .catch(() => undefined)
      if (page && own === request.current) setList({ ...page, items: [...list.items, ...page.items] })
    },
    /** The visitor went to buy what is shown: looks for it until it is open. */
    awaitPurchase() {
      const { current } = buying
      clearInterval(current.timer)
      current.until = Date.now() + PAYING_MS
      current.timer = setInterval(() => {
        if (latest.current?.is_open || Date.now() > current.until) clearInterval(current.timer)
        else if (document.visibilityState === 'visible') void reload()
      }, SOON_MS)
    },
    isItem: shown.current.item !== undefined,
  }
}
