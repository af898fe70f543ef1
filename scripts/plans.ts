// npm run plans: creates the paid plans at the card provider, in each mode whose secret key is set. It can
// run repeatedly; run it after changing a price in bolt_plans. Finally it prints the webhook endpoints to
// create.
import { setUpPlans } from '#features/plans/operator/set-up.ts'
import { onInstance } from './instance.ts'
import { providerEndpoints } from './provider-endpoints.ts'

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
    for (const { url, listensTo, setting, events } of providerEndpoints(kernel.config.publicUrl, mode))
      process.stdout.write(
        `\nWebhook endpoint ${url}\n  listens to  ${listensTo}\n  its secret  ${setting}\n  events      ${events.join(', ')}\n`,
      )
    process.stdout.write('\n')
  }
}).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
