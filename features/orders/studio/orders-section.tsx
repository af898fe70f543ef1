import { Receipt } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { Card } from '#ui/base/card.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedRow } from '#ui/failed-row.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { RowsSkeleton } from '#ui/skeletons.tsx'
import { ORDERS_PAGE, type OrdersView, readOrdersView, writeOrdersView } from './order-words.ts'
import { OrdersTable } from './orders-table.tsx'
import { useOrders, useProblems } from './use-orders.ts'

export interface OrdersSectionProps {
  tenant: { id: string; name: string; public_key: string | null; stripe_mode: 'test' | 'live' }
  /** Opens the tenant's embed code. */
  onEmbed: () => void
}

const VIEWS = [
  { value: 'paid', label: 'Paid' },
  { value: 'all', label: 'All' },
] as const

/** What the tenant sold, in its current mode; new orders come in by themselves. */
export function OrdersSection({ tenant, onEmbed }: OrdersSectionProps) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const view = readOrdersView(query)
  const { data, isError, isFetching, isPlaceholderData, refetch } = useOrders(tenant, view)
  const problems = useProblems(tenant).data?.length ?? 0
  const show = (next: OrdersView) =>
    void navigate({ search: writeOrdersView(query, next) }, { replace: true, preventScrollReset: true })
  const showAll = () => show({ all: true, limit: ORDERS_PAGE })
  const more = (data?.length ?? 0) > view.limit

  return (
    <section aria-labelledby="orders-title">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="orders-title" className="text-subheading">
          Orders
        </h2>
        <ModeBadge mode={tenant.stripe_mode} />
        <span className="min-w-24 flex-1 truncate text-text-2">{tenant.name}</span>
        <div>
          <Segments
            label="Which orders"
            value={view.all ? 'all' : 'paid'}
            options={VIEWS}
            onChange={(value) => show({ all: value === 'all', limit: ORDERS_PAGE })}
          />
        </div>
      </div>
      {problems > 0 && !view.all ? (
        <div className="mb-3">
          <Notice
            tone="danger"
            action={
              <Button size="small" onClick={showAll}>
                Show
              </Button>
            }
          >
            {problems === 1
              ? 'One payment does not match its order and needs your attention.'
              : `${problems} payments do not match their orders and need your attention.`}
          </Notice>
        </div>
      ) : null}
      {!data && isError ? (
        <FailedRow
          message="The orders could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Card
          className="px-5 py-1 max-md:px-4 max-sm:[&_tbody_tr:first-child]:border-t-0 [&_tbody_tr:last-child]:border-b-0 [&_tbody_tr:last-child_td]:border-b-0"
          aria-busy={!data}
        >
          {!data ? (
            <div className="py-4">
              <RowsSkeleton rows={3} />
            </div>
          ) : data.length === 0 ? (
            <NoOrders all={view.all} onEmbed={tenant.public_key ? onEmbed : undefined} />
          ) : (
            <>
              <OrdersTable orders={data.slice(0, view.limit)} />
              {more ? (
                <div className="border-t border-line py-3">
                  <Button
                    size="small"
                    busy={isPlaceholderData}
                    onClick={() => show({ ...view, limit: view.limit + ORDERS_PAGE })}
                  >
                    Show more
                  </Button>
                </div>
              ) : null}
            </>
          )}
        </Card>
      )}
    </section>
  )
}

function NoOrders({ all, onEmbed }: { all: boolean; onEmbed: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={<Receipt size={22} strokeWidth={1.75} aria-hidden />}
      title={all ? 'No orders yet' : 'No paid orders yet'}
      text="An order appears here by itself as soon as a visitor has paid on your site."
      actions={onEmbed ? <Button onClick={onEmbed}>Get the embed code</Button> : undefined}
    />
  )
}
