import type { PaymentMode } from '#kernel/config.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { connectErrors } from './errors.ts'

/**
 * Free sells in test mode only: the plan of the tenant's owner counts. Live also needs the operator's live keys.
 * @throws {AppError} live_needs_plan, live_not_set_up, test_not_set_up
 */
export async function requireMode(
  kernel: Kernel,
  claims: Claims,
  { owner, mode }: { owner: string; mode: PaymentMode },
): Promise<void> {
  if (mode === 'live') {
    const { rows } = await kernel.database.once<{ allowed: boolean }>(claims, {
      text: "select app.has_plan($1, 'pro') as allowed",
      values: [owner],
    })
    if (!rows[0]!.allowed) throw connectErrors.live_needs_plan()
  }
  if (!kernel.payments.configured(mode))
    throw mode === 'live' ? connectErrors.live_not_set_up() : connectErrors.test_not_set_up()
}
