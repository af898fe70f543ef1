import type { Kernel } from '#kernel/kernel.ts'
import type { PaymentEvent, Unit } from '#kernel/unit.ts'
import { refreshAccount, tenantsOfAccount } from './refresh-account.ts'
import { settleSmoke, smokeOfSession } from './smoke/settle-smoke.ts'

/** Whatever the event says about an account, the account itself is read again. */
async function onAccount(kernel: Kernel, { account, mode }: PaymentEvent): Promise<void> {
  if (!account) return
  for (const key of await tenantsOfAccount(kernel, account, mode)) await refreshAccount(kernel, key)
}

/** Ignores the checkout sessions of orders; a smoke payment is read through its session. */
async function onSession(kernel: Kernel, { account, mode, object }: PaymentEvent): Promise<void> {
  if (mode !== 'live' || !account) return
  const row = await smokeOfSession(kernel, object.id)
  if (row?.account_id === account) await settleSmoke(kernel, row)
}

export const paymentHandlers: NonNullable<Unit['paymentHandlers']> = {
  'account.updated': onAccount,
  'capability.updated': onAccount,
  'account.application.deauthorized': onAccount,
  'checkout.session.completed': onSession,
  'checkout.session.expired': onSession,
}
