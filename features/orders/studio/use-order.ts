import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { makeAttempts } from '#kernel/browser/attempts.ts'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import {
  changeSubscription,
  type OrderDetail,
  orderReceipt,
  readOrder,
  readOrderLog,
  type RefundReason,
  refundOrder,
} from '../endpoints.ts'
import { ordersKey, POLL_MS, type Seller } from './use-orders.ts'

const orderKey = (seller: Seller, orderId: string) => [...ordersKey(seller), 'one', orderId]

/** One order with its refunds and renewals. It polls, so the state of a refund updates automatically. */
export function useOrder(seller: Seller, orderId: string) {
  return useQuery({
    queryKey: orderKey(seller, orderId),
    queryFn: () => call(readOrder, { orderId }),
    refetchInterval: POLL_MS,
  })
}

/** Emails and webhooks about the order. They are sent after the payment, so this polls too. */
export function useOrderLog(seller: Seller, orderId: string) {
  return useQuery({
    queryKey: [...orderKey(seller, orderId), 'log'],
    queryFn: () => call(readOrderLog, { orderId }),
    refetchInterval: POLL_MS,
  })
}

/** Updates the cached order after a change, and refetches every list. */
function useUpdateCache(seller: Seller) {
  const queries = useQueryClient()
  return (order: OrderDetail) => {
    queries.setQueryData(orderKey(seller, order.id), order)
    void queries.invalidateQueries({ queryKey: ordersKey(seller) })
  }
}

export interface Refund {
  orderId: string
  /** Minor units; without it, everything that is left. */
  amount: number | undefined
  reason: RefundReason | undefined
}

const attempt = makeAttempts()

/** Refunds an order. Sending the same refund again does not repeat it. The caller shows errors. */
export function useRefund(seller: Seller, onDone: () => void) {
  const updateCache = useUpdateCache(seller)
  return useMutation({
    mutationFn: (refund: Refund) =>
      attempt(JSON.stringify(refund), (idempotencyKey) => call(refundOrder, refund, { idempotencyKey })),
    onSuccess(order) {
      updateCache(order)
      toast.success('Refund sent')
      onDone()
    },
  })
}

/** Cancels a subscription now or at the end of the paid period, or resumes it. A toast reports failures. */
export function useChangeSubscription(seller: Seller) {
  const updateCache = useUpdateCache(seller)
  return useMutation({
    mutationFn: (change: { orderId: string; change: 'cancel_at_period_end' | 'cancel_now' | 'resume' }) =>
      call(changeSubscription, change),
    onSuccess: updateCache,
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to change the subscription')),
  })
}

/** Opens the provider's receipt in a new tab. Call it inside the click handler. */
export function useReceipt() {
  return useMutation({
    async mutationFn(orderId: string) {
      // Browsers allow new windows only during the click, and the URL is known later.
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
