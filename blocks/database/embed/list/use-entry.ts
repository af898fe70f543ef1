import { useEffect, useState } from 'react'
import type { ListPageData, ListView } from '../data-types.ts'
import type { OpenEntry } from './list-rows.tsx'

/** The entry that is shown on its own, which this frame's address names: Back of the browser leads to the list. */
export function useEntry({ details }: ListView, { row, search = '' }: ListPageData) {
  const [id, setId] = useState(row)
  /** Undefined until an entry was opened or closed in place: the first view takes no focus. */
  const [last, setLast] = useState<string>()

  useEffect(() => {
    if (!details) return undefined
    const follow = () => {
      const named = new URLSearchParams(location.search).get('row') ?? undefined
      setId((before) => {
        setLast(before ?? named)
        return named
      })
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [details])

  useEffect(() => {
    // Where the visitor was before. The list has just been rendered again.
    if (!id && last) document.querySelector<HTMLElement>(`a[data-row="${CSS.escape(last)}"]`)?.focus()
  }, [id, last])

  const addressOf = (of: string) => `${search}${search.length > 1 ? '&' : ''}row=${of}`
  const go = (next: string | undefined, address: string) => {
    history.pushState(null, '', address)
    setLast(next ?? id)
    setId(next)
    if (next) scrollTo(0, 0)
  }
  const open: OpenEntry | undefined = details && {
    addressOf,
    show: (opened) => go(opened.id, addressOf(opened.id)),
  }
  return {
    id,
    isOpened: last !== undefined,
    back: search || '?',
    open,
    close: () => go(undefined, search || '?'),
  }
}
