import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { makeAttempts } from '#kernel/browser/attempts.ts'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/api.ts'
import { toast } from '#ui/toast.ts'
import {
  changeSubscription,
  type OrderDetail,
  orderReceipt,
  readOrder,
  type RefundReason,
  refundOrder,
} from '../endpoints.ts'
import { ordersKey, POLL_MS, type Seller } from './use-orders.ts'

const orderKey = (seller: Seller, orderId: string) => [...ordersKey(seller), 'one', orderId]

/** One order with its refunds and renewals; what becomes of a refund shows by itself. */
export function useOrder(seller: Seller, orderId: string) {
  return useQuery({
    queryKey: orderKey(seller, orderId),
    queryFn: () => call(readOrder, { orderId }),
    refetchInterval: POLL_MS,
  })
}

/** Shows an order as an act has left it, here and in every list. */
function useChanged(seller: Seller) {
  const queries = useQueryClient()
  return (order: OrderDetail) => {
    queries.setQueryData(orderKey(seller, order.id), order)
    void queries.invalidateQueries({ queryKey: ordersKey(seller) })
  }
}

export interface Refund {
  orderId: string
  /** Minor units; all that is left unless given. */
  amount: number | undefined
  reason: RefundReason | undefined
}

const attempt = makeAttempts()

/** Gives money back, once however often the same refund is sent; what is wrong is the caller's to show. */
export function useRefund(seller: Seller, onDone: () => void) {
  const changed = useChanged(seller)
  return useMutation({
    mutationFn: (refund: Refund) =>
      attempt(JSON.stringify(refund), (idempotencyKey) => call(refundOrder, refund, { idempotencyKey })),
    onSuccess(order) {
      changed(order)
      toast.success('Refund on its way')
      onDone()
    },
  })
}

/** Ends a subscription now or with what is paid for, or takes the latter back; a failure is told in a toast. */
export function useChangeSubscription(seller: Seller) {
  const changed = useChanged(seller)
  return useMutation({
    mutationFn: (change: { orderId: string; change: 'cancel_at_period_end' | 'cancel_now' | 'resume' }) =>
      call(changeSubscription, change),
    onSuccess: changed,
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to change the subscription')),
  })
}

/** Opens the provider's receipt beside the Studio; call it inside the click. */
export function useReceipt() {
  return useMutation({
    async mutationFn(orderId: string) {
      // Browsers allow windows only inside the click, and the address is known after it.
      const opened = window.open('about:blank', '_blank')
      try {
        const { url } = await call(orderReceipt, { orderId })
        if (opened) {
          opened.opener = null
          opened.location.replace(url)
        } else location.assign(url)
      } catch (error) {
        opened?.close()
        throw error
      }
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to open the receipt')),
  })
}
