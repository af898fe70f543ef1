import { formatDateTime } from '#kernel/browser/dates.ts'
import { formatPrice } from '#kernel/browser/money.ts'
import { subscriptionWord } from '#kernel/browser/order-states.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Table } from '#ui/lists/table.tsx'
import type { Order } from '../endpoints.ts'
import { orderWord } from './order-words.ts'

export interface OrdersTableProps {
  label?: string
  orders: readonly Order[]
  onOpen: (order: Order) => void
  sort?: string | undefined
  onSort?: (sort: string) => void
}

export function OrdersTable({
  label = 'Orders',
  orders,
  onOpen,
  sort = '-created',
  onSort,
}: OrdersTableProps) {
  return (
    <Table
      label={label}
      readOnly
      sort={sort}
      {...(onSort && { onSort })}
      rows={orders}
      rowKey={(order) => order.id}
      columns={[
        {
          title: 'Product',
          sort: 'name',
          phone: 'title',
          render: (order) => (
            <button type="button" className="bb-row-open" onClick={() => onOpen(order)}>
              {order.name}
              {order.quantity > 1 ? <span className="text-text-3"> × {order.quantity}</span> : null}
            </button>
          ),
        },
        {
          title: 'Buyer',
          sort: 'buyer',
          quiet: true,
          phone: 'detail',
          render: (order) => <span className="sm:wrap-anywhere">{order.email ?? 'Not given'}</span>,
        },
        {
          title: 'Date',
          sort: '-created',
          quiet: true,
          phone: 'hidden',
          render: (order) => (
            <span className="whitespace-nowrap">{formatDateTime(order.paid_at ?? order.created_at)}</span>
          ),
        },
        { title: 'Status', phone: 'badge', render: (order) => <OrderStatus order={order} /> },
        {
          title: 'Amount',
          sort: '-amount',
          align: 'right',
          phone: 'aside',
          render: (order) => <OrderAmount order={order} />,
        },
      ]}
    />
  )
}

/** The amount in one element, because narrow screens show each cell as a line of label and value. */
function OrderAmount({ order }: { order: Order }) {
  return (
    <span>
      {formatPrice(order.amount_total, order.currency)}
      {order.interval ? <span className="text-text-3"> / {order.interval}</span> : null}
      {order.amount_refunded > 0 ? (
        <span className="block text-caption text-text-3">
          {formatPrice(order.amount_refunded, order.currency)} refunded
        </span>
      ) : null}
    </span>
  )
}

export function OrderStatus({ order }: { order: Order }) {
  const { label, tone } = orderWord(order)
  const recurring = subscriptionWord(order)
  return (
    <span>
      <span className="inline-flex flex-wrap gap-1">
        <Badge tone={tone}>{label}</Badge>
        {recurring ? <Badge tone={recurring.tone}>{recurring.label}</Badge> : null}
      </span>
      {order.problem ? (
        <span className="mt-1 block text-caption text-text-2 wrap-anywhere">{order.problem}</span>
      ) : null}
    </span>
  )
}
