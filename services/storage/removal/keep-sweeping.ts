import type { Kernel } from '#kernel/kernel.ts'

const EVERY_MS = 5 * 60_000
/** Words of loose files are gathered this long. */
const GATHER_MS = 500

/**
 * Queues a sweep every 5 minutes, and soon after files became loose. However many processes do that, one sweep waits
 * and one runs (policy of the queue).
 */
export async function keepSweeping(kernel: Pick<Kernel, 'database' | 'jobs' | 'log'>): Promise<void> {
  const queue = () =>
    kernel.database
      .asService('queue a sweep of files', (db) => kernel.jobs.send(db, 'storage-sweep', {}))
      .catch((error: unknown) => kernel.log.debug({ error: String(error) }, 'no sweep of files was queued'))
  let gathering = false
  const soon = () => {
    if (gathering) return
    gathering = true
    setTimeout(() => {
      gathering = false
      void queue()
    }, GATHER_MS).unref()
  }
  await kernel.database.listen('storage_loose_files', soon, soon)
  setInterval(() => void queue(), EVERY_MS).unref()
  soon()
}
