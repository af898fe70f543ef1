import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { db, rowsOf } from '#studio/data/data.ts'
import { useScreenExists } from '#studio/routing/known-screens.ts'
import { useAuth } from '#studio/session/session.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { whyItFailed } from './checkout-response.ts'
import { startCheckout } from './start-checkout.ts'

/** Activates the Free plan. It needs no payment, so the creator may write the row directly. */
export function useFreePlan() {
  const { user } = useAuth()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const blocks = useScreenExists('/bolt/dashboard')
  return useMutation({
    async mutationFn() {
      rowsOf(
        await db
          .from('bolt_subscriptions')
          .upsert(
            {
              user_id: user!.id,
              plan_id: 'free',
              status: 'active',
              updated_at: new Date().toISOString(),
            },
            { onConflict: 'user_id' },
          )
          .select('plan_id'),
      )
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['billing'] }),
        queries.invalidateQueries({ queryKey: ['access'] }),
      ])
    },
    onSuccess() {
      toast.success('Free plan activated')
      return navigate(blocks ? '/bolt/dashboard' : '/bolt/studio')
    },
    onError: () => toast.error('Error activating Free Plan — please try again'),
  })
}

/** Redirects to the checkout for a paid plan. */
export function usePaidPlan() {
  return useMutation({
    mutationFn: (planId: string) => startCheckout(planId),
    onError: (error) => toast.error('Failed to start checkout. Please try again.', whyItFailed(error)),
  })
}

/** Buys a day pass. */
export function useDayPassPurchase() {
  return useMutation({
    mutationFn: () => startCheckout('day_pass'),
    onError: () => toast.error('Payment Error', 'Unable to create checkout session. Please try again.'),
  })
}
