import type { PaymentMode } from '#kernel/config.ts'
import { commonErrors } from '#kernel/errors.ts'
import type { AppContext } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { refreshAccount, tenantsOfAccount } from './refresh-account.ts'

/**
 * Handles a delivery of the event destination for accounts (v2). The event names the account but not the
 * change, so a job reads the account again. Deliveries may therefore be late, duplicated and out of order.
 */
export async function receiveThinEvent(kernel: Kernel, c: AppContext): Promise<Response> {
  const mode = c.req.param('mode') as PaymentMode
  const body = await c.req.text()
  const event = kernel.payments.readNotification(mode, body, c.req.header('stripe-signature') ?? '')
  const account = event.objectId ?? ''
  // Events of the other mode are accepted and ignored; so are events about no account, such as the test ping.
  if (event.livemode !== (mode === 'live') || !/^acct_\w{1,100}$/.test(account))
    return c.json({ received: true })
  const keys = await tenantsOfAccount(kernel, account, mode)
  if (keys.length > 0)
    await kernel.database.asService('provider: queue reading an account', (db) =>
      kernel.jobs.send(db, 'connect-account', { account, mode }),
    )
  return c.json({ received: true })
}

/**
 * The job that reads the account. @throws {StripeError} when the provider cannot be reached: the queue
 * retries
 */
export async function readChangedAccount(
  kernel: Kernel,
  { account, mode }: { account: string; mode: PaymentMode },
): Promise<void> {
  if (mode !== 'test' && mode !== 'live') throw commonErrors.invalid_input()
  for (const key of await tenantsOfAccount(kernel, account, mode)) await refreshAccount(kernel, key)
}
