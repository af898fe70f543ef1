import type { Db } from '#kernel/db/database.ts'
import type { QueueName } from '#kernel/jobs/queues.ts'
import type { Kernel } from '#kernel/kernel.ts'

/** Queues of work that waits for a payment (`Sale.tied`). */
export type TiedQueue = Extract<QueueName, 'form-paid' | 'ticket-mail'>

/** Queues the work that waits for this order, in the transaction that marks it as paid. */
export async function queueTied(
  kernel: Pick<Kernel, 'jobs'>,
  db: Db,
  order: { tenant_id: string; id: string; tied_queue: string | null; tied_id: string | null },
): Promise<void> {
  if (order.tied_queue)
    await kernel.jobs.send(db, order.tied_queue as TiedQueue, {
      tenant_id: order.tenant_id,
      order_id: order.id,
      tied_id: order.tied_id,
    })
}
