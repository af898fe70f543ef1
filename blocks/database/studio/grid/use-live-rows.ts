import { useEffect, useState } from 'react'
import { watchOwnTable } from '#studio/data/watch-own-table.ts'
import { gatherChanges } from './gathered-changes.ts'
import type { ShownRows } from './shown-rows.ts'

/** How often the rows in view are read again without a connection that reports changes. */
const POLL_MS = 15_000

/** What to watch; undefined: nothing, so that rows are only read again now and then. */
export interface WatchedTable {
  tenantId: string
  name: string
}

/** Shows changes of others as they happen, unless the user's own are on their way or the page is hidden. */
export function useLiveRows(store: ShownRows, watched: WatchedTable | undefined, isSaving: boolean): void {
  const [isLive, setLive] = useState(false)
  const [changes] = useState(gatherChanges)
  const { tenantId, name } = watched ?? {}

  // Another filter is another store, and needs no other connection.
  useEffect(() => changes.refreshBy(() => store.refresh()), [changes, store])
  useEffect(() => changes.stop, [changes])

  useEffect(() => {
    const hold = () => changes.hold(isSaving || document.visibilityState !== 'visible')
    hold()
    document.addEventListener('visibilitychange', hold)
    return () => document.removeEventListener('visibilitychange', hold)
  }, [changes, isSaving])

  useEffect(() => {
    if (tenantId === undefined || name === undefined) return undefined
    const stop = watchOwnTable(tenantId, name, { onChange: changes.changed, onLive: setLive })
    return () => {
      stop()
      setLive(false)
    }
  }, [changes, tenantId, name])

  useEffect(() => {
    if (isLive) return undefined
    const timer = setInterval(changes.changed, POLL_MS)
    return () => clearInterval(timer)
  }, [changes, isLive])
}
