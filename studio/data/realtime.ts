import type { RealtimeClient } from '@supabase/realtime-js'
import { loadWithRetry } from '#ui/load-with-retry.ts'

/** The client returns an existing channel of the same topic, even one that is closing: each watch has its own. */
let watches = 0
let client: Promise<RealtimeClient> | undefined

function realtimeClient(): Promise<RealtimeClient> {
  client ??= loadWithRetry(() => import('./make-realtime-client.ts'), 'makeRealtimeClient').then((made) =>
    made.makeRealtimeClient(),
  )
  // Allow another attempt after a failed download.
  client.catch(() => (client = undefined))
  return client
}

/**
 * Calls `onChange` whenever a row of a tenant changes that the user may read, and after each connection, because changes
 * before it were missed. Without a connection nothing happens, so callers also poll.
 * @param tables tables of `public` with a `tenant_id`
 * @returns a function that stops watching
 */
export function watchTenantRows(
  tenantId: string,
  tables: readonly string[],
  onChange: () => void,
): () => void {
  const stopped = new AbortController()
  watch(tenantId, tables, onChange, stopped.signal).catch(() => undefined)
  return () => stopped.abort()
}

async function watch(
  tenantId: string,
  tables: readonly string[],
  onChange: () => void,
  stopped: AbortSignal,
): Promise<void> {
  const realtime = await realtimeClient()
  // Otherwise the channel joins with the public key alone, which may not read the tables.
  await realtime.setAuth()
  if (stopped.aborted) return
  const channel = realtime.channel(`tenant-rows-${tenantId}-${++watches}`)
  for (const table of tables)
    channel.on(
      'postgres_changes',
      { event: '*', schema: 'public', table, filter: `tenant_id=eq.${tenantId}` },
      onChange,
    )
  channel.subscribe((status) => {
    // The enumeration of the statuses would load the client's code here.
    if ((status as string) === 'SUBSCRIBED') onChange()
  })
  stopped.addEventListener('abort', () => void realtime.removeChannel(channel))
}
