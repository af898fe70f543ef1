import { formatPrice } from '#kernel/browser/money.ts'
import { CopyableId } from '#ui/code/copyable-id.tsx'
import { Facts } from '#ui/lists/facts.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import type { OrderDetail } from '../endpoints.ts'
import { renewalWords } from './order-words.ts'
import { OrderStatus } from './orders-table.tsx'

const EVERY = { week: 'every week', month: 'every month', year: 'every year' }

/** The facts about an order, one per line. Facts that do not apply are left out. */
export function OrderFacts({ order, onOpen }: { order: OrderDetail; onOpen: (orderId: string) => void }) {
  const { currency } = order
  const rows: (readonly [string, React.ReactNode] | false)[] = [
    ['Status', <OrderStatus key="status" order={order} />],
    [
      'Amount',
      `${formatPrice(order.amount_total, currency)}${order.interval ? ` ${EVERY[order.interval]}` : ''}`,
    ],
    order.amount_refunded > 0 && ['Refunded', formatPrice(order.amount_refunded, currency)],
    order.quantity > 1 && ['Quantity', String(order.quantity)],
    renewalWords(order) !== undefined && ['Subscription', renewalWords(order)],
    order.renewal_of !== null && [
      'Renewal of',
      <button key="first" type="button" className="underline" onClick={() => onOpen(order.renewal_of!)}>
        the first payment
      </button>,
    ],
    ['Buyer', order.email ?? 'Not given'],
    order.email !== null && ['Account', order.auth_user_id ? 'Signed in' : 'None (guest)'],
    ['Order', <CopyableId key="order" id={order.id} label="Copy order ID" />],
    order.stripe_payment_intent_id !== null && [
      'Payment',
      <CopyableId key="payment" id={order.stripe_payment_intent_id} label="Copy payment ID" />,
    ],
    ['Mode', <ModeBadge key="mode" mode={order.mode} />],
  ]
  return <Facts rows={rows.filter((row) => row !== false)} />
}
