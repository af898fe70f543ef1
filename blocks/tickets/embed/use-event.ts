import { useEffect, useRef, useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { refreshWhileVisible } from '#kernel/browser/refresh-while-visible.ts'
import { readEvent, type TicketEvent } from '../endpoints.ts'

/** Longer timers overflow in browsers; the refreshes bring the page up to date before that. */
const LONGEST_MS = 86_400_000

/** The page's own data counts as current until the page is this old. */
const FRESH_MS = 10_000

export interface LiveEvent {
  event: TicketEvent
  /** The code that counts, if any. */
  code: string
  reload: () => Promise<void>
  /** @returns whether the code counts; an empty one removes the code */
  applyCode: (code: string) => Promise<boolean>
}

/** Milliseconds until the next sale begins or ends, counted from the server's time. */
export function untilChange({ now, types }: Pick<TicketEvent, 'now' | 'types'>): number | undefined {
  const from = Date.parse(now)
  const next = types
    .flatMap(({ sale_from, sale_until, price_until }) => [sale_from, sale_until, price_until])
    .flatMap((time) => (time && Date.parse(time) > from ? [Date.parse(time) - from] : []))
  return next.length ? Math.min(...next) : undefined
}

/** An event, kept up to date while the block is visible, and at the moments at which its sales change. */
export function useEvent(first: TicketEvent, embed: EmbedApi | undefined): LiveEvent {
  const [event, setEvent] = useState(first)
  const [code, setCode] = useState('')
  const used = useRef('')

  async function read(withCode: string) {
    const next = await embed!.call(readEvent, { event: first.id, ...(withCode && { code: withCode }) })
    setEvent(next)
    return next
  }
  // A failed refresh keeps what is shown; what a visitor then does is checked by the server.
  const reload = async () => void (await read(used.current).catch(() => undefined))

  useEffect(() => {
    if (!embed) return undefined
    const { session, arrival } = embed
    let user: string | undefined
    // The page was rendered for a visitor who is signed out.
    const reloadForUser = () => {
      if (session.user?.id === user) return
      user = session.user?.id
      void reload()
    }
    // Views may be hydrated long after the page was rendered.
    if (performance.now() > FRESH_MS) void reload()
    void arrival.then(reloadForUser)
    const stops = [session.subscribe(reloadForUser), refreshWhileVisible(document.body, () => void reload())]
    return () => stops.forEach((stop) => stop())
    // oxlint-disable-next-line react/exhaustive-deps -- reads the latest values from refs
  }, [embed])

  const change = untilChange(event)
  useEffect(() => {
    if (!embed || change === undefined || change > LONGEST_MS) return undefined
    const timer = setTimeout(() => void reload(), change + 300)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- each response has its own `now`
  }, [embed, event])

  return {
    event,
    code,
    reload,
    async applyCode(typed) {
      const next = await read(typed)
      const counts = next.code_is_valid === true
      used.current = counts ? typed : ''
      setCode(used.current)
      return counts
    },
  }
}
