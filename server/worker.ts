import type { Kernel } from '#kernel/kernel.ts'
import type { QueueName } from '#kernel/jobs/queues.ts'
import { units } from './app.ts'

/** Registers every unit's workers and starts the queue; runs in the server's own process. */
export async function startWorker(kernel: Kernel): Promise<void> {
  for (const unit of units)
    for (const [queue, handle] of Object.entries(unit.jobs ?? {}))
      kernel.jobs.work(queue as QueueName, (data: never) => handle(kernel, data))
  await kernel.jobs.start()
}
