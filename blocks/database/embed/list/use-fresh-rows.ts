import { useEffect, useRef } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { refreshWhileVisible } from '#kernel/browser/refresh-while-visible.ts'

/**
 * Reads rows again when a member arrives, signs in or signs out, and for members while the list is visible: what they may see
 * ends with a time, a role or a purchase.
 * @param load `isQuiet`: no user asked for it, so a failure is not shown
 */
export function useFreshRows(embed: EmbedApi | undefined, load: (isQuiet: boolean) => Promise<void>): void {
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  useEffect(() => {
    if (!embed) return undefined
    const { session, arrival } = embed
    const read = () => void latest.current(false)
    // The page was rendered for a visitor who is signed out.
    void arrival.then(({ user }) => user && read())
    const stops = [
      session.subscribe(read),
      refreshWhileVisible(document.body, () => session.user && void latest.current(true)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [embed])
}
