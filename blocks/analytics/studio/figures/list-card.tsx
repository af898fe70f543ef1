import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { callErrorText } from '#kernel/browser/call.ts'
import { saveCsv } from '#kernel/browser/save-file.ts'
import { call } from '#studio/data/api.ts'
import { Card } from '#ui/base/card.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { exportList } from '#blocks/analytics/endpoints-studio.ts'
import type { Dimension, ListRow, Period } from '#blocks/analytics/endpoints-studio.ts'
import { type FilterName, nameOf } from './figures-view.ts'
import { Labeled } from './labeled.tsx'
import { useList } from './use-figures.ts'

const SHOWN = 8

export interface ListCardProps {
  title: string
  /** What the first number counts. */
  counted: string
  dimension: Dimension
  period: Period
  /** The filter that a row sets; absent if its values are no filter. */
  filter?: FilterName
  onChoose: (filter: FilterName, value: string) => void
}

/** The most frequent values of a dimension. Choosing one filters all figures by it. */
export function ListCard({ title, counted, dimension, period, filter, onChoose }: ListCardProps) {
  const { data: rows, isError, isFetching, refetch } = useList(period, dimension)
  const csv = useMutation({
    mutationFn: async () =>
      saveCsv(
        `${dimension}-${period.from}-${period.to}.csv`,
        await call(exportList, { ...period, dimension }),
      ),
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to export the list')),
  })
  return (
    <Card className="p-5">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 className="text-subheading">{title}</h2>
        <IconButton
          label={`Export ${title.toLowerCase()} as CSV`}
          icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
          disabled={csv.isPending || !rows?.length}
          onClick={() => csv.mutate()}
        />
      </div>
      {!rows && isError ? (
        <FailedRow message="The list could not be loaded." busy={isFetching} onRetry={() => void refetch()} />
      ) : !rows ? (
        <RowsSkeleton rows={4} />
      ) : rows.length === 0 ? (
        <p className="py-2 text-text-2">Nothing in this period.</p>
      ) : (
        <Table<ListRow>
          label={title}
          rows={rows.slice(0, SHOWN)}
          rowKey={({ value }) => value}
          readOnly
          columns={[
            {
              title: 'Name',
              phone: 'title',
              render: ({ value }) =>
                filter ? (
                  <button
                    type="button"
                    className="cursor-pointer text-start wrap-anywhere hover:underline"
                    onClick={() => onChoose(filter, value)}
                  >
                    <bdi>{nameOf(dimension, value)}</bdi>
                  </button>
                ) : (
                  <bdi className="wrap-anywhere">{nameOf(dimension, value)}</bdi>
                ),
            },
            {
              title: counted,
              align: 'right',
              phone: 'aside',
              render: ({ count }) => count.toLocaleString('en-US'),
            },
            {
              title: 'Visitors',
              align: 'right',
              quiet: true,
              phone: 'detail',
              render: ({ visitors }) => <Labeled value={visitors} label="visitors" />,
            },
          ]}
        />
      )}
    </Card>
  )
}
