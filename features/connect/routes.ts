import { creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { PaymentEvent, Unit } from '#kernel/unit.ts'
import { readAccountLabel } from './account-label.ts'
import { accountLabelContract, connectStartContract, startExpressContract } from './contract.ts'
import { accountLabel, connectStart, startExpressOnboarding } from './endpoints.ts'
import { startOnboarding } from './onboarding.ts'
import { refreshAccount, tenantsOfAccount } from './refresh-account.ts'

export { returnPages as pages } from './return-pages.ts'

export const functions: Route[] = [
  route(connectStart, creator, connectStartContract, ({ kernel, claims, input }) =>
    startOnboarding(kernel, claims, input),
  ),
  route(startExpressOnboarding, creator, startExpressContract, ({ kernel, claims, input }) =>
    startOnboarding(kernel, claims, input),
  ),
  route(accountLabel, creator, accountLabelContract, ({ kernel, claims, input }) =>
    readAccountLabel(kernel, claims, input.tenant_id),
  ),
]

/** Whatever the event says of an account: the account is read again. */
async function onAccount(kernel: Kernel, { account, mode }: PaymentEvent): Promise<void> {
  if (!account) return
  for (const key of await tenantsOfAccount(kernel, account, mode)) await refreshAccount(kernel, key)
}

export const paymentHandlers: NonNullable<Unit['paymentHandlers']> = {
  'account.updated': onAccount,
  'capability.updated': onAccount,
  'account.application.deauthorized': onAccount,
}
