import { Table2 } from 'lucide-react'
import type { DataTable, TableUsage } from '#features/tables/endpoints.ts'
import { showPaywall } from '#studio/plan/paywall.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTables } from '../use-tables.ts'
import { TablesList } from './tables-list.tsx'
import { TablesTrash } from './tables-trash.tsx'
import { TemplateGallery } from './template-gallery.tsx'

/** Limit of every plan. */
const MOST_TABLES = 200
const FREE_LIMIT = 'Free includes one table. With Pro you can add as many as you need.'

export interface TablesOverviewProps {
  tenant: TenantRow
  /** Opens a table. */
  onOpen: (table: Pick<DataTable, 'id'>) => void
  /** Starts a new table, from the template if one is named. */
  onNew: (template?: string) => void
}

/** A tenant's tables with their rows and state, what its plan includes, and the trash. */
export function TablesOverview({ tenant, onOpen, onNew }: TablesOverviewProps) {
  const { data, isError, isFetching, refetch } = useTables(tenant.id)
  if (!data && isError)
    return (
      <FailedRow message="The tables could not be loaded." busy={isFetching} onRetry={() => void refetch()} />
    )
  if (!data) return <RowsSkeleton rows={3} />

  const tables = data.tables.filter(({ deleted_at }) => !deleted_at)
  const trash = data.tables.filter(({ deleted_at }) => deleted_at)
  const isFree = !data.may_add && tables.length < MOST_TABLES
  const add = (template?: string) => (isFree ? showPaywall(FREE_LIMIT) : onNew(template))
  return (
    <div className="flex flex-col gap-8">
      {tables.length === 0 ? (
        <TemplateGallery onChoose={add} />
      ) : (
        <section aria-labelledby="tables-title">
          <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
            <h2 id="tables-title" className="sr-only">
              All tables
            </h2>
            <p className="text-text-2 tabular-nums">
              {isFree ? `${tables.length} of 1 table on Free` : countText(tables.length)}
            </p>
            <Button
              variant="primary"
              icon={<Table2 size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => add()}
            >
              New table
            </Button>
          </div>
          <ReadOnlyNotice tables={tables} />
          <UsageNotice {...data.usage} />
          <TablesList tenantId={tenant.id} tables={tables} onOpen={onOpen} />
        </section>
      )}
      {trash.length > 0 ? <TablesTrash tenantId={tenant.id} tables={trash} /> : null}
    </div>
  )
}

const countText = (count: number) => (count === 1 ? '1 table' : `${count} tables`)

/** From this share of a limit on, the owner is told. */
const NEARLY = 0.8

/** Says how much is left before forms and the data API refuse new rows. */
function UsageNotice({ rows, bytes, most_rows, most_bytes }: TableUsage) {
  const share = Math.max(rows / most_rows, bytes / most_bytes)
  if (share < NEARLY) return null
  const isFull = share >= 1
  return (
    <div className="mb-4">
      <Notice
        tone="warn"
        title={isFull ? 'Your tables are full' : 'Your tables are nearly full'}
        action={
          <Button size="small" onClick={() => showPaywall('Larger plans have room for more rows.')}>
            See plans
          </Button>
        }
      >
        {rows / most_rows >= bytes / most_bytes
          ? `${rows.toLocaleString('en-US')} of ${most_rows.toLocaleString('en-US')} rows.`
          : `${megabytes(bytes)} of ${megabytes(most_bytes)} MB of rows.`}{' '}
        {isFull
          ? 'Forms and the data API take no new rows. Everything that is there can be read and deleted.'
          : 'When they are full, forms and the data API take no new rows.'}
      </Notice>
    </div>
  )
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024).toLocaleString('en-US')

/** Says what a plan that ended leaves possible. Nothing is deleted. */
function ReadOnlyNotice({ tables }: { tables: readonly DataTable[] }) {
  const locked = tables.filter(({ read_only }) => read_only)
  if (locked.length === 0) return null
  const needs = locked.some(({ read_only }) => read_only === 'pro') ? 'Pro' : 'Business'
  return (
    <div className="mb-4">
      <Notice
        tone="warn"
        title={locked.length === 1 ? '1 table is read-only' : `${locked.length} tables are read-only`}
        action={
          <Button
            size="small"
            onClick={() => showPaywall(`Tables that are read-only can be changed again with ${needs}.`)}
          >
            Choose {needs}
          </Button>
        }
      >
        Your plan ended. All rows stay, can be read and exported, and lists on your site still show them. Rows
        can be added and changed again with {needs}.
      </Notice>
    </div>
  )
}
