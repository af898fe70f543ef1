import { reconcileAccount, reconcilePayments } from '#features/orders/inbox/reconcile.ts'
import type { AccountRef } from '#features/orders/inbox/reconcile.ts'
import { keepRepairing } from '#features/orders/repair.ts'
import { handleStripeEvent, paymentHandlersOf } from '#features/orders/inbox/stripe-events.ts'
import { startDelivery } from '#features/webhooks/start-delivery.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { QueueName } from '#kernel/jobs/queues.ts'
import { lettersOf, sendLetter } from '#kernel/mail/letter-jobs.ts'
import { unsentMail } from '#kernel/mail/unsent-mail.ts'
import { scheduleSweeps } from '#services/storage/removal/schedule-sweeps.ts'
import { sweep } from '#services/storage/removal/sweep.ts'
import { units } from './units.ts'

/** Registers every unit's workers, starts the queue and repairs what was missed; runs in the server's own process. */
export async function startWorker(kernel: Kernel): Promise<void> {
  for (const unit of units)
    for (const [queue, handle] of Object.entries(unit.jobs ?? {}))
      kernel.jobs.work(queue as QueueName, (data: never) => handle(kernel, data))
  for (const unit of units)
    for (const [queue, cron] of Object.entries(unit.schedules ?? {}))
      kernel.jobs.schedule(queue as QueueName, cron)
  const handlers = paymentHandlersOf(units)
  kernel.jobs.work<{ id: string }>('stripe-event', ({ id }) => handleStripeEvent(kernel, id, handlers))
  const letters = lettersOf([...units, { letters: unsentMail }])
  kernel.jobs.work<{ letter: string }>('mail', (job) => sendLetter(kernel, letters, job))
  kernel.jobs.work('payments-reconcile', () => reconcilePayments(kernel))
  kernel.jobs.work<AccountRef>('reconcile-account', (ref) =>
    reconcileAccount(kernel, ref, [...handlers.keys()]),
  )
  kernel.jobs.schedule('payments-reconcile', '23 3 * * *')
  kernel.jobs.work('storage-sweep', async () => void (await sweep(kernel)))
  await startDelivery(kernel)
  await kernel.jobs.start()
  await scheduleSweeps(kernel)
  keepRepairing(kernel, handlers)
  kernel.readiness.worker = true
}
