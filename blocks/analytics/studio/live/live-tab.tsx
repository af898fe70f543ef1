import { useQuery } from '@tanstack/react-query'
import { call } from '#studio/data/api.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Card } from '#ui/base/card.tsx'
import { Chart } from '#ui/chart/chart.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import { readLive } from '#blocks/analytics/endpoints-studio.ts'
import type { Live } from '#blocks/analytics/endpoints-studio.ts'
import { nameOf } from '../figures/figures-view.ts'

const POLL_MS = 5000
const count = (value: number) => value.toLocaleString('en-US')

/** `/bolt/analytics/live`: who is on the site now. */
export default function LiveTab({ tenant }: { tenant: TenantRow }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['analytics', tenant.id, 'live'],
    queryFn: () => call(readLive, { tenantId: tenant.id }),
    refetchInterval: POLL_MS,
  })
  if (!data && isError)
    return (
      <FailedRow
        message="Live visitors could not be loaded."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <RowsSkeleton rows={5} />
  return (
    <div className="flex flex-col gap-6">
      <Card className="p-5">
        <p className="mb-4">
          <strong className="text-title-phone tabular-nums">{count(data.visitors)}</strong>{' '}
          <span className="text-text-2">
            {data.visitors === 1 ? 'visitor' : 'visitors'} in the last five minutes
          </span>
        </p>
        <Chart
          label="Views by minute, last 30 minutes"
          bars
          whole
          points={data.minutes.map((_, at) => minuteName(data.minutes.length - 1 - at))}
          series={[{ name: 'Views', values: data.minutes }]}
          format={count}
          axis={count}
          pointsTitle="Minute"
          empty={<span>No views in the last 30 minutes.</span>}
        />
      </Card>
      <div className="grid gap-6 lg:grid-cols-2">
        <Present title="Pages" dimension="page" rows={data.pages} />
        <Present title="Sources" dimension="source" rows={data.sources} />
      </div>
    </div>
  )
}

const minuteName = (ago: number) => ({
  name: ago === 0 ? 'This minute' : `${ago} ${ago === 1 ? 'minute' : 'minutes'} ago`,
  short: ago === 0 ? 'now' : `−${ago}`,
})

function Present({ title, dimension, rows }: { title: string; dimension: string; rows: Live['pages'] }) {
  return (
    <Card className="p-5">
      <h2 className="mb-2 text-subheading">{title}</h2>
      {rows.length === 0 ? (
        <p className="py-2 text-text-2">No visitors right now.</p>
      ) : (
        <Table
          label={title}
          rows={rows}
          rowKey={({ value }) => value}
          readOnly
          columns={[
            {
              title: 'Name',
              phone: 'title',
              render: ({ value }) => <bdi className="wrap-anywhere">{nameOf(dimension, value)}</bdi>,
            },
            { title: 'Visitors', align: 'right', phone: 'aside', render: ({ visitors }) => count(visitors) },
          ]}
        />
      )}
    </Card>
  )
}
