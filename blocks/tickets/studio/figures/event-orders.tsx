import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { formatPrice } from '#kernel/browser/money.ts'
import { OrderStatus } from '#features/orders/studio/orders-table.tsx'
import { useOpenRow } from '#studio/routing/use-open-row.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { SearchInput } from '#ui/forms/search-input.tsx'
import { lazy } from '#ui/lazy.tsx'
import { ListFrame } from '#ui/lists/list-frame.tsx'
import { rowSteps } from '#ui/lists/row-steps.ts'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import { useDebouncedSearch } from '#ui/use-debounced-search.ts'
import type { EventRow } from '../events/event-rows.ts'
import { ticketsText } from '../events/list-texts.ts'
import { useEventOrders } from './use-figures.ts'

const OrderPanel = lazy(() => import('#features/orders/studio/order-panel.tsx'), 'over')

/** The orders of an event, with search; each opens beside the list, where it can be refunded. */
export function EventOrders({ tenant, event }: { tenant: TenantRow; event: EventRow }) {
  const [query, setQuery] = useSearchParams()
  const q = query.get('q') ?? ''
  const list = useEventOrders(tenant, event.id, q)
  const { openId, open, close } = useOpenRow('order')
  const [typed, type] = useDebouncedSearch(q, (text) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        if (text) next.set('q', text)
        else next.delete('q')
        return next
      },
      { replace: true, preventScrollReset: true },
    ),
  )
  const rows = list.data ?? []
  return (
    <section aria-labelledby="event-orders-title">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h3 id="event-orders-title" className="text-subheading">
          Orders
        </h3>
        <div className="ms-auto min-w-56 max-sm:w-full">
          <SearchInput
            label="Search orders of this event"
            placeholder="Email of the buyer"
            maxLength={320}
            value={typed}
            onValueChange={type}
          />
        </div>
      </div>
      <ListFrame
        loading={!list.data}
        skeleton={<RowsSkeleton rows={3} />}
        failed={list.isError && 'The orders could not be loaded.'}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
        onMore={list.hasNextPage && (() => void list.fetchNextPage())}
        empty={
          rows.length === 0 ? (
            <p className="py-6 text-text-2">
              {q
                ? 'No order matches.'
                : 'No ticket was paid yet. Free tickets and those that you gave are listed under '}
              {q ? null : (
                <Link className="link" to={`/bolt/tickets/attendees?of=${event.id}`}>
                  Attendees
                </Link>
              )}
              {q ? null : '.'}
            </p>
          ) : undefined
        }
      >
        <Table
          label="Orders of this event"
          readOnly
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              title: 'Buyer',
              phone: 'title',
              render: (order) => (
                <button type="button" className="bb-row-open wrap-anywhere" onClick={() => open(order.id)}>
                  {order.email ?? 'Not given'}
                </button>
              ),
            },
            {
              title: 'Tickets',
              quiet: true,
              phone: 'detail',
              render: (order) => <span className="wrap-anywhere">{ticketsText(order, event)}</span>,
            },
            {
              title: 'Date',
              quiet: true,
              phone: 'hidden',
              render: (order) => (
                <span className="whitespace-nowrap">{formatDateTime(order.paid_at ?? order.created_at)}</span>
              ),
            },
            { title: 'Status', phone: 'badge', render: (order) => <OrderStatus order={order} /> },
            {
              title: 'Amount',
              align: 'right',
              phone: 'aside',
              render: ({ amount_total, amount_refunded, currency }) => (
                <span>
                  {formatPrice(amount_total, currency)}
                  {amount_refunded > 0 ? (
                    <span className="block text-caption text-text-3">
                      {formatPrice(amount_refunded, currency)} refunded
                    </span>
                  ) : null}
                </span>
              ),
            },
          ]}
        />
      </ListFrame>
      {openId ? (
        <Suspense>
          <OrderPanel
            seller={tenant}
            orderId={openId}
            onOpen={open}
            onClose={close}
            steps={rowSteps(
              rows.map(({ id }) => id),
              openId,
              open,
            )}
          />
        </Suspense>
      ) : null}
    </section>
  )
}
