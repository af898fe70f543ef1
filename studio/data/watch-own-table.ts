import { loadWithRetry } from '#ui/load-with-retry.ts'

export interface TableWatcher {
  /** A row changed, or may have: after each connection too, because changes before it were missed. */
  onChange: () => void
  /** Whether changes arrive. Callers poll while they do not. */
  onLive: (isLive: boolean) => void
}

/**
 * Watches the rows of a tenant's own table that the user may read. It has a connection of its own, which names the tenant.
 * @returns a function that stops watching
 */
export function watchOwnTable(tenantId: string, table: string, watcher: TableWatcher): () => void {
  const stopped = new AbortController()
  watch(tenantId, table, watcher, stopped.signal).catch(() => undefined)
  return () => stopped.abort()
}

async function watch(
  tenantId: string,
  table: string,
  { onChange, onLive }: TableWatcher,
  stopped: AbortSignal,
): Promise<void> {
  const { makeRealtimeClient } = await loadWithRetry(
    () => import('./make-realtime-client.ts'),
    'makeRealtimeClient',
  )
  const realtime = makeRealtimeClient(tenantId)
  // Otherwise the channel joins with the public key alone, which sees what visitors see.
  await realtime.setAuth()
  if (stopped.aborted) return
  realtime
    .channel(`own-table-${table}`)
    // The ids are enough to know of a change, and an import makes many of them.
    .on('postgres_changes', { event: '*', schema: 'public', table, select: ['id'] }, onChange)
    // The connection reports its subscription, and changes that it may have missed.
    .on('system', {}, ({ status }: { status?: string }) => {
      onLive(status === 'ok')
      onChange()
    })
    .subscribe((status) => {
      // The enumeration of the statuses would load the client's code here.
      if ((status as string) !== 'SUBSCRIBED') onLive(false)
    })
  stopped.addEventListener('abort', () => void realtime.removeAllChannels().then(() => realtime.disconnect()))
}
