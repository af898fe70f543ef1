import { useQuery } from '@tanstack/react-query'
import { readVitals } from '#blocks/analytics/endpoints-studio.ts'
import type { Period } from '#blocks/analytics/endpoints-studio.ts'
import { call } from '#studio/data/api.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Card } from '#ui/base/card.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Labeled } from './labeled.tsx'
import { VITALS, isGood, vitalText } from './vitals.ts'

/** How fast pages are for visitors, and how long our own script kept them busy. */
export function SpeedCard({ period }: { period: Period }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['analytics', period.tenantId, 'vitals', period],
    queryFn: async () => (await call(readVitals, period)).vitals,
  })
  const rows = VITALS.flatMap(({ name, ...vital }) => {
    const found = data?.find((one) => one.name === name)
    return found ? [{ ...found, ...vital }] : []
  })
  return (
    <Card className="p-5">
      <h2 className="text-subheading">Speed</h2>
      <p className="mb-2 text-text-2">Three of four visits were at least this fast.</p>
      {!data && isError ? (
        <FailedRow
          message="The speed could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <RowsSkeleton rows={4} />
      ) : rows.length === 0 ? (
        <p className="py-2 text-text-2">Nothing in this period.</p>
      ) : (
        <Table
          label="Speed"
          rows={rows}
          rowKey={({ name }) => name}
          readOnly
          columns={[
            { title: 'What', phone: 'title', render: ({ label }) => label },
            {
              title: 'Value',
              align: 'right',
              phone: 'aside',
              render: ({ name, value }) => vitalText(name, value),
            },
            {
              title: 'Rating',
              align: 'right',
              phone: 'badge',
              render: ({ value, good }) =>
                good === undefined ? null : (
                  <Badge tone={isGood(value, good) ? 'ok' : 'warn'}>
                    {isGood(value, good) ? 'Good' : 'Slow'}
                  </Badge>
                ),
            },
            {
              title: 'Samples',
              align: 'right',
              quiet: true,
              phone: 'detail',
              render: ({ samples }) => <Labeled value={samples} label="samples" />,
            },
          ]}
        />
      )}
    </Card>
  )
}
