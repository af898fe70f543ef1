import { useEffect, useRef, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { refreshWhileVisible } from '#kernel/browser/refresh-while-visible.ts'
import { listLibrary, readLibraryItem } from '../endpoints.ts'
import type { LibraryItem, LibraryPage, LibraryQuery } from '../endpoints.ts'
import type { LibraryPageData } from './data-types.ts'

/**
 * What the page shows, kept up to date: when a session starts or ends, and every few seconds while it is visible, so that what a member
 * may no longer open is gone within a minute.
 */
export function useLibrary(data: LibraryPageData, embed: EmbedApi | undefined) {
  const [list, setList] = useState<LibraryPage>(data.list ?? { items: [] })
  const [item, setItem] = useState<LibraryItem | null | undefined>(data.item)
  const [signedIn, setSignedIn] = useState(false)
  const [failed, setFailed] = useState(false)
  const shown = useRef<{ item?: string; query: LibraryQuery }>({
    ...(data.named !== undefined && { item: data.named }),
    query: data.query ?? {},
  })
  /** Responses to earlier requests are dropped. */
  const request = useRef(0)

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
    let user: string | undefined
    const follow = () => {
      setSignedIn(session.user !== null)
      if (session.user?.id === user) return
      user = session.user?.id
      void reload()
    }
    void arrival.then(follow)
    const stops = [session.subscribe(follow), refreshWhileVisible(document.body, () => void reload())]
    return () => stops.forEach((stop) => stop())
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
    isItem: shown.current.item !== undefined,
  }
}
