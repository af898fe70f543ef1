import { formatPrice } from '#kernel/browser/money.ts'
import { Card } from '#ui/base/card.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import type { Period, SourceRow } from '#blocks/analytics/endpoints-studio.ts'
import { nameOf } from './figures-view.ts'
import { Labeled } from './labeled.tsx'
import { useSources } from './use-figures.ts'

const SHOWN = 10
const count = (value: number) => value.toLocaleString('en-US')

/** From the visit to the money: visits, members and sales by where they came from. */
export function SourcesCard({ period }: { period: Period }) {
  const { data: rows, isError, isFetching, refetch } = useSources(period, true)
  return (
    <Card className="p-5">
      <h2 className="mb-2 text-subheading">From the visit to the sale</h2>
      {!rows && isError ? (
        <FailedRow
          message="The sources could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !rows ? (
        <RowsSkeleton rows={4} />
      ) : rows.length === 0 ? (
        <p className="py-2 text-text-2">Nothing in this period.</p>
      ) : (
        <Table<SourceRow>
          label="Visits, members and sales by source"
          rows={rows.slice(0, SHOWN)}
          rowKey={({ source }) => source}
          readOnly
          columns={[
            {
              title: 'Source',
              phone: 'title',
              render: ({ source }) => <bdi className="wrap-anywhere">{nameOf('source', source)}</bdi>,
            },
            {
              title: 'Visits',
              align: 'right',
              phone: 'detail',
              render: ({ visits }) => <Labeled value={visits} label="visits" />,
            },
            {
              title: 'New members',
              align: 'right',
              phone: 'hidden',
              render: ({ sign_ups }) => count(sign_ups),
            },
            {
              title: 'Orders',
              align: 'right',
              phone: 'badge',
              render: ({ orders }) => <Labeled value={orders} label="orders" />,
            },
            {
              title: 'Sales',
              align: 'right',
              phone: 'aside',
              render: ({ sales }) =>
                sales.map(({ currency, amount }) => formatPrice(amount, currency)).join(', ') || '–',
            },
          ]}
        />
      )}
    </Card>
  )
}
