import { Hono } from 'hono'
import type { PaymentMode } from '#kernel/config.ts'
import { commonErrors } from '#kernel/errors.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { WebhookEndpoint } from '#kernel/payments/payments.ts'
import { storeEvent } from './stripe-events.ts'

/**
 * Receives the card provider's deliveries. It verifies the signature of the raw body, stores the event and
 * leaves the processing to a job, so it responds quickly and a repeated delivery gets the same response.
 */
export function webhookRoutes(kernel: Kernel): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.post('/webhooks/stripe/:mode{test|live}/:endpoint{platform|connect}', async (c) => {
    const { mode, endpoint } = c.req.param() as { mode: PaymentMode; endpoint: WebhookEndpoint }
    const body = await c.req.text()
    const event = kernel.payments.readEvent(mode, endpoint, body, c.req.header('stripe-signature') ?? '')
    // A live Connect endpoint also receives test events. They are acknowledged and ignored.
    if (event.livemode === (mode === 'live')) await storeEvent(kernel, event, { mode, endpoint })
    return c.json({ received: true })
  })
  routes.all('/webhooks/*', () => {
    throw commonErrors.not_found()
  })
  return routes
}
