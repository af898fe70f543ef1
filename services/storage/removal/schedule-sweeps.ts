import type { Kernel } from '#kernel/kernel.ts'

const EVERY_MS = 5 * 60_000
/** Milliseconds for which notifications of loose files are collected. */
const COLLECT_MS = 500

/**
 * Queues a sweep every 5 minutes, and shortly after files became loose. With any number of processes, at most
 * one sweep is queued and one is running (policy of the queue).
 */
export async function scheduleSweeps(kernel: Pick<Kernel, 'database' | 'jobs' | 'log'>): Promise<void> {
  const queue = () =>
    kernel.database
      .asService('job: queue a sweep of files', (db) => kernel.jobs.send(db, 'storage-sweep', {}))
      .catch((error: unknown) =>
        kernel.log.debug({ error: String(error) }, 'could not queue a sweep of files'),
      )
  let isScheduled = false
  const scheduleSweep = () => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      void queue()
    }, COLLECT_MS).unref()
  }
  await kernel.database.listen('storage_loose_files', scheduleSweep, scheduleSweep)
  setInterval(() => void queue(), EVERY_MS).unref()
  scheduleSweep()
}
