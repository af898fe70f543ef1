import { Rows3 } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { rowsOf } from '#studio/data/data.ts'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ListFrame } from '#ui/lists/list-frame.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import type { TablePageProps } from '../table-page.tsx'
import { type TableRow, selectRows } from './table-rows.ts'
import { rowsKey } from './use-row-count.ts'
import { ValueCell } from './value-cell.tsx'

const SHOWN = 50
const MOST_COLUMNS = 6

/** The newest rows of a table. */
export default function RowsTab({ tenant, table }: TablePageProps) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...rowsKey(tenant.id, table.id), 'newest', table.revision],
    queryFn: async () =>
      rowsOf<TableRow[]>(
        await selectRows(tenant.id, table)
          .order('created_at', { ascending: false })
          .limit(SHOWN)
          .overrideTypes<TableRow[], { merge: false }>(),
      ),
  })
  return (
    <ListFrame
      loading={!data}
      skeleton={<RowsSkeleton rows={5} />}
      failed={isError && 'The rows could not be loaded.'}
      busy={isFetching}
      onRetry={() => void refetch()}
      empty={
        data?.length === 0 ? (
          <EmptyState
            icon={<Rows3 size={22} strokeWidth={1.75} aria-hidden />}
            title="No rows yet"
            text="Rows arrive from a form on your site, from your code, or from a file that you import."
          />
        ) : undefined
      }
    >
      <Table
        label={table.title}
        readOnly
        rows={data ?? []}
        rowKey={({ id }) => id}
        columns={[
          ...table.fields.slice(0, MOST_COLUMNS).map((field) => ({
            title: field.title,
            render: (row: TableRow) => (
              <span className="line-clamp-1">
                <ValueCell field={field} value={row[field.name]} />
              </span>
            ),
          })),
          {
            title: 'Created',
            quiet: true,
            render: (row) => (
              <span className="whitespace-nowrap">{formatDateTime(String(row.created_at))}</span>
            ),
          },
        ]}
      />
    </ListFrame>
  )
}
