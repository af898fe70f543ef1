// npm run plans: makes the paid plans at the card provider, in each mode whose secret key is set. Run it as often as
// you like, and after a price in bolt_plans was changed.
import { paymentHandlers } from '#features/plans/payment-handlers.ts'
import { setUpPlans } from '#features/plans/set-up.ts'
import { onInstance } from './instance.ts'

await onInstance(async (kernel) => {
  const modes = (['test', 'live'] as const).filter((mode) => kernel.payments.configured(mode))
  if (modes.length === 0)
    throw new Error(
      'No key of the card provider is set. Set STRIPE_SECRET_KEY_TEST or STRIPE_SECRET_KEY_LIVE. At the sandbox the server sets the plans up itself when it starts.',
    )
  for (const mode of modes) {
    const { prices, portalConfiguration } = await setUpPlans(kernel, mode)
    for (const [plan, price] of Object.entries(prices))
      process.stdout.write(`${mode.padEnd(6)}${plan.padEnd(12)}${price}\n`)
    process.stdout.write(`${mode.padEnd(6)}${'portal'.padEnd(12)}${portalConfiguration}\n`)
    process.stdout.write(
      `Have the provider deliver to ${kernel.config.publicUrl}/webhooks/stripe/${mode}/platform: ${Object.keys(paymentHandlers).join(', ')}\n`,
    )
  }
}).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
