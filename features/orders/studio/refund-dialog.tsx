import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { callErrorText } from '#kernel/browser/call.ts'
import { formatPrice, priceSign } from '#kernel/browser/money.ts'
import { Field } from '#ui/base/field.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { PriceInput } from '#ui/forms/price-input.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { OrderDetail } from '../endpoints.ts'
import {
  REASONS,
  type RefundDraft,
  refundCents,
  refundDraft,
  refundProblem,
  wholeRefund,
} from './refund-draft.ts'
import { useRefund } from './use-order.ts'
import type { Seller } from './use-orders.ts'

export interface RefundDialogProps {
  seller: Seller
  order: OrderDetail
  onClose: () => void
}

/** Refunds an order in full or in part. The form keeps its values when the provider refuses. */
export function RefundDialog({ seller, order, onClose }: RefundDialogProps) {
  const { refundable, currency } = order
  const { register, control, handleSubmit } = useForm<RefundDraft>({
    resolver: zodResolver(refundDraft(order)),
    defaultValues: wholeRefund(order),
  })
  const amount = useWatch({ control, name: 'amount' })
  const refund = useRefund(seller, onClose)
  const cents = refundCents(amount, order)
  const all = cents === refundable

  const submit = handleSubmit(({ amount: typed, reason }) =>
    refund.mutate({
      orderId: order.id,
      amount: refundCents(typed, order)!,
      reason: reason || undefined,
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => open || refund.isPending || onClose()}
      title="Refund order"
      description={`${order.name}${order.email ? `, ${order.email}` : ''}`}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button disabled={refund.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="danger"
            disabledReason={cents === undefined && 'Enter a valid amount first.'}
            busy={refund.isPending}
            busyLabel="Refunding..."
          >
            Refund{cents === undefined ? '' : ` ${formatPrice(cents, currency)}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label={`Amount in ${currency.toUpperCase()}`}
          hint={`At most ${formatPrice(refundable, currency)}.`}
          error={cents === undefined ? refundProblem(amount, order) : undefined}
        >
          {(field) => <PriceInput {...field} {...register('amount')} sign={priceSign(currency)} required />}
        </Field>
        <Field label="Reason" optional="(optional)">
          {(field) => <Select {...field} {...register('reason')} options={REASONS} />}
        </Field>
        {cents === undefined ? null : <p className="text-text-2">{effect(order, all)}</p>}
        {refund.error ? (
          <Notice tone="danger">{callErrorText(refund.error, 'Failed to refund the order')}</Notice>
        ) : null}
      </div>
    </Dialog>
  )
}

function effect(order: OrderDetail, all: boolean): string {
  if (!all) return 'The buyer keeps what they bought.'
  return order.interval && !order.renewal_of
    ? 'The buyer loses access immediately, and the subscription ends.'
    : 'The buyer immediately loses access to what they bought.'
}
