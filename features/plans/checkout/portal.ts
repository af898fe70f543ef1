import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { providerError } from '#kernel/payments/provider-error.ts'
import { findCustomer } from '../customers.ts'
import type { PortalWish } from '../endpoints.ts'
import { PORTAL_FAILED, planErrors } from '../errors.ts'
import { returnAddress } from './return-address.ts'

const VISITS = { points: 30, seconds: 600 }

/**
 * Opens the provider's portal for the caller's own customer; a customer named in the body is ignored.
 * @throws {AppError} 404 no_billing, 400 bad_address; the provider's error
 */
export async function openPortal(kernel: Kernel, claims: Claims, wish: PortalWish): Promise<{ url: string }> {
  const return_url = returnAddress(wish.return_url, kernel.config.publicUrl, '/studio/billing')
  await kernel.limits.take('plans.portal', claims.sub!, VISITS)
  const mode = kernel.payments.platformMode
  const { customer, configuration } = await kernel.database.asService(
    'closed: customer for the portal',
    async (db) => {
      const setup = await db
        .selectFrom('app.billing_setup')
        .select('portal_configuration_id')
        .where('mode', '=', mode)
        .executeTakeFirst()
      return {
        customer: await findCustomer(db, { userId: claims.sub!, mode }),
        configuration: setup?.portal_configuration_id,
      }
    },
  )
  if (!customer) throw planErrors.no_billing()
  if (!configuration) throw planErrors.not_set_up()
  const session = await kernel.payments
    .client(mode)
    .billingPortal.sessions.create({ customer, configuration, return_url })
    .catch((error: unknown) => {
      throw providerError(error, PORTAL_FAILED)
    })
  return { url: session.url }
}
