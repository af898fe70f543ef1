import { Receipt, Repeat, SearchX } from 'lucide-react'
import { Suspense, useCallback, useMemo } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { useNavigate, useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ListFrame } from '#ui/lists/list-frame.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { rowSteps } from '#ui/lists/row-steps.ts'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { FILTERS, ORDERS_PAGE, type OrdersView, readOrdersView, writeOrdersView } from './orders-view.ts'
import { OrdersTable } from './orders-table.tsx'
import { OrdersToolbar } from './orders-toolbar.tsx'
import { useOpenRow } from '#studio/routing/use-open-row.ts'
import { useOrders, useProblems } from './use-orders.ts'

const OrdersExample = lazy(() => import('./orders-example.tsx'), 'quiet')
const OrderPanel = lazy(() => import('./order-panel.tsx'), 'over')

export interface OrdersSectionProps {
  tenant: { id: string; name: string; public_key: string | null; stripe_mode: 'test' | 'live' }
  /** Opens the tenant's embed code. */
  onEmbed: () => void
  /** Lists only subscriptions; the filters are left out. */
  only?: 'recurring'
}

/** The tenant's orders in its current mode. New orders appear automatically. */
export function OrdersSection({ tenant, onEmbed, only }: OrdersSectionProps) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const view = useMemo(() => ({ ...readOrdersView(query), ...(only ? { filter: only } : {}) }), [query, only])
  const { openId: orderId, open, close } = useOpenRow('order')
  const { data, isError, isFetching, isPlaceholderData, refetch } = useOrders(tenant, view)
  const problems = useProblems(tenant).data?.orders.length ?? 0
  const show = useCallback(
    (next: OrdersView) =>
      void navigate({ search: writeOrdersView(query, next) }, { replace: true, preventScrollReset: true }),
    [navigate, query],
  )
  const isFiltered = view.q !== '' || (!only && view.filter !== 'paid')

  return (
    <section aria-labelledby="orders-title">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="orders-title" className="text-subheading">
          {only ? 'Subscriptions' : 'Orders'}
        </h2>
        <ModeBadge mode={tenant.stripe_mode} />
        <span className="min-w-24 flex-1 truncate text-text-2">{tenant.name}</span>
      </div>
      <OrdersToolbar seller={tenant} view={view} onShow={show} filters={!only} />
      {problems > 0 && !only && view.filter !== 'problem' ? (
        <div className="mb-3">
          <Notice
            tone="danger"
            action={
              <Button size="small" onClick={() => show({ filter: 'problem', q: '', limit: ORDERS_PAGE })}>
                Show
              </Button>
            }
          >
            {problems === 1
              ? 'One order needs your attention.'
              : `${problems === 100 ? '100 or more' : problems} orders need your attention.`}
          </Notice>
        </div>
      ) : null}
      <ListFrame
        loading={!data}
        skeleton={<RowsSkeleton rows={3} />}
        failed={isError && 'The orders could not be loaded.'}
        busy={data ? isPlaceholderData : isFetching}
        onRetry={() => void refetch()}
        empty={
          data?.orders.length === 0 ? (
            isFiltered ? (
              <NoMatch view={view} onShow={show} />
            ) : (
              <NoOrders only={only} onEmbed={tenant.public_key ? onEmbed : undefined} />
            )
          ) : undefined
        }
        onMore={data?.more && (() => show({ ...view, limit: view.limit + ORDERS_PAGE }))}
      >
        {data ? (
          <OrdersTable
            orders={data.orders}
            onOpen={({ id }) => open(id)}
            sort={view.sort}
            onSort={(sort) => show({ ...view, sort })}
          />
        ) : null}
      </ListFrame>
      {orderId ? (
        <Suspense>
          <OrderPanel
            seller={tenant}
            orderId={orderId}
            onOpen={open}
            onClose={close}
            steps={rowSteps(data?.orders.map(({ id }) => id) ?? [], orderId, open)}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

const ICON = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const

function NoOrders({
  only,
  onEmbed,
}: {
  only: OrdersSectionProps['only']
  onEmbed: (() => void) | undefined
}) {
  return (
    <>
      <EmptyState
        icon={only ? <Repeat {...ICON} /> : <Receipt {...ICON} />}
        title={only ? 'No subscriptions yet' : 'No paid orders yet'}
        text={
          only
            ? 'Give a product a weekly, monthly or yearly price. Its subscribers appear here.'
            : 'Orders appear here automatically as soon as a visitor pays on your site.'
        }
        actions={
          onEmbed ? (
            <Button variant="primary" onClick={onEmbed}>
              Get the embed code
            </Button>
          ) : undefined
        }
      />
      <Suspense fallback={null}>
        <OrdersExample isRecurring={only !== undefined} />
      </Suspense>
    </>
  )
}

function NoMatch({ view, onShow }: { view: OrdersView; onShow: (view: OrdersView) => void }) {
  const { label } = FILTERS.find(({ value }) => value === view.filter)!
  return (
    <EmptyState
      icon={<SearchX size={22} strokeWidth={1.75} aria-hidden />}
      title="No orders found"
      text={view.q ? `No order in “${label}” matches “${view.q}”.` : `There are no orders in “${label}”.`}
      actions={
        view.q ? (
          <Button onClick={() => onShow({ ...view, q: '', limit: ORDERS_PAGE })}>Clear search</Button>
        ) : (
          <Button onClick={() => onShow({ filter: 'paid', q: '', limit: ORDERS_PAGE })}>
            Show paid orders
          </Button>
        )
      }
    />
  )
}
