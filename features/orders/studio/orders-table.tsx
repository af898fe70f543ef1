import { formatDateTime } from '#kernel/browser/dates.ts'
import { formatPrice } from '#kernel/browser/money.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Table } from '#ui/table.tsx'
import { type OrderRow, orderWord } from './order-words.ts'

export function OrdersTable({ orders }: { orders: readonly OrderRow[] }) {
  return (
    <Table
      label="Orders"
      readOnly
      rows={orders}
      rowKey={(order) => order.id}
      columns={[
        { title: 'Product', render: (order) => <span className="wrap-anywhere">{order.name}</span> },
        {
          title: 'Buyer',
          quiet: true,
          render: (order) => <span className="wrap-anywhere">{order.email ?? 'Not given'}</span>,
        },
        {
          title: 'Date',
          quiet: true,
          render: (order) => (
            <span className="whitespace-nowrap">{formatDateTime(order.paid_at ?? order.created_at)}</span>
          ),
        },
        { title: 'Status', render: (order) => <OrderStatus order={order} /> },
        {
          title: 'Amount',
          align: 'right',
          render: (order) => (
            <>
              {formatPrice(order.amount_total, order.currency)}
              {order.amount_refunded > 0 ? (
                <span className="block text-caption text-text-3">
                  {formatPrice(order.amount_refunded, order.currency)} refunded
                </span>
              ) : null}
            </>
          ),
        },
      ]}
    />
  )
}

function OrderStatus({ order }: { order: OrderRow }) {
  const { label, tone } = orderWord(order)
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {order.problem ? (
        <span className="mt-1 block text-caption text-text-2 wrap-anywhere">{order.problem}</span>
      ) : null}
    </>
  )
}
