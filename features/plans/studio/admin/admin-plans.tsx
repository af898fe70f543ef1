import { useMutation } from '@tanstack/react-query'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Table } from '#ui/lists/table.tsx'
import { toast } from '#ui/toasts/toast.ts'
import type { StripeAdmin } from '#features/plans/endpoints.ts'
import { planPriceText } from '#studio/plan/plan-price.ts'
import { goTo } from '../go-to.ts'
import { priceIdOf, whyItFailed } from '../pricing/checkout-response.ts'
import { checkoutUrl } from '../pricing/start-checkout.ts'

type Plan = StripeAdmin['plans'][number]

const BACK = { success: '/studio/billing?status=ok', cancel: '/studio/billing?status=cancel' }

/** The plans as they exist at the provider, with a test checkout for each paid one. */
export function AdminPlans({ plans }: { plans: readonly Plan[] }) {
  const test = useMutation({
    mutationFn: async (plan: Plan) =>
      goTo(await checkoutUrl(priceIdOf(plan), BACK), 'No checkout URL received'),
    onError: (error) => toast.error('Failed to create test checkout', whyItFailed(error)),
  })
  return (
    <section aria-labelledby="admin-plans">
      <h2 id="admin-plans" className="text-subheading">
        Plans that creators can buy
      </h2>
      <p className="mt-0.5 mb-2 max-w-[80ch] text-text-2">
        Each paid plan needs a price at Stripe for test and for live mode. Open a test checkout to see what a
        creator sees before paying.
      </p>
      <Table
        label="Plans"
        rows={plans}
        rowKey={({ id }) => id}
        columns={[
          {
            title: 'ID',
            render: ({ id }) => <code className="font-mono text-mono">{id}</code>,
          },
          { title: 'Name', render: ({ name }) => name },
          { title: 'Price', align: 'right', render: planPriceText },
          { title: 'Test price ID', quiet: true, render: (plan) => <PriceId id={plan.stripe_price_id} /> },
          {
            title: 'Live price ID',
            quiet: true,
            render: (plan) => <PriceId id={plan.stripe_price_id_live} />,
          },
          { title: 'Current ID', render: (plan) => <CurrentId plan={plan} /> },
          {
            title: 'Checkout',
            align: 'right',
            render: (plan) =>
              plan.price_cents === 0 ? (
                '—'
              ) : (
                <Button
                  size="small"
                  busy={test.isPending && test.variables.id === plan.id}
                  onClick={() => test.mutate(plan)}
                >
                  Test checkout<span className="sr-only"> of {plan.name}</span>
                </Button>
              ),
          },
        ]}
      />
    </section>
  )
}

function PriceId({ id }: { id: string | null }) {
  return <code className="font-mono text-caption wrap-anywhere">{id ?? '—'}</code>
}

function CurrentId({ plan }: { plan: Plan }) {
  if (plan.current_price_id) return <PriceId id={plan.current_price_id} />
  // Free has no price id.
  if (plan.price_cents === 0) return '—'
  return <Badge tone="danger">Missing!</Badge>
}
