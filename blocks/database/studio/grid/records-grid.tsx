import './grid.css'
import './grid-lines.css'
import { Rows3 } from 'lucide-react'
import { Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { DataTable } from '#features/tables/endpoints.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { useViewport } from '#studio/layout/use-viewport.ts'
import { Button } from '#ui/button.tsx'
import { lazy } from '#ui/lazy.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { exportRows } from './export-rows.ts'
import type { ExportFormat } from './export-rows.ts'
import { FilesOf } from './file-links.ts'
import { GridTable } from './grid-table.tsx'
import { GridToolbar } from './grid-toolbar.tsx'
import type { OpenTool } from './grid-toolbar.tsx'
import type { GridView } from './grid-view.ts'
import { GroupedRows } from './grouped-rows.ts'
import { isGroupable } from './grouping.ts'
import { PhoneRows } from './phone-rows.tsx'
import { restRowSource } from './rest-row-source.ts'
import { RowPanel } from './row-panel.tsx'
import { ReferencesOf } from './reference-name.tsx'
import { openReferences } from './references.ts'
import type { RowQuery, RowSource } from './row-source.ts'
import { RowStore } from './row-store.ts'
import { at, rectangleOf } from './selection.ts'
import type { Selection } from './selection.ts'
import type { ShownRows } from './shown-rows.ts'
import { useTables } from '../use-tables.ts'
import { useGridActions } from './use-grid-actions.ts'
import { type GridViews, useGridViews } from './use-grid-views.ts'
import { useLiveRows } from './use-live-rows.ts'

const TrashPanel = lazy(() => import('./trash-panel.tsx'), 'over')
const PaymentsPanel = lazy(() => import('./payments-panel.tsx'), 'over')

const SETTLE_MS = 300

export interface RecordsGridProps {
  tenantId: string
  table: DataTable
  /** Whether the user has the right `people`: persons are shown by name. */
  mayNamePeople?: boolean
  /** Opens the import; without it the toolbar does not offer it. */
  onImport?: () => void
  /** Where the rows are; the data API if absent. */
  source?: RowSource
}

/** The rows of a tenant's own table: a spreadsheet on wide screens, a list on phones, and a panel for each row. */
export function RecordsGrid(props: RecordsGridProps) {
  const views = useGridViews(props.tenantId, props.table)
  // Another view than the linked one must not flash.
  return views.isLoading ? <RowsSkeleton rows={5} /> : <ShownGrid {...props} views={views} />
}

function ShownGrid({
  tenantId,
  table,
  mayNamePeople = false,
  onImport,
  source: given,
  views,
}: RecordsGridProps & { views: GridViews }) {
  const isPhone = useViewport() === 'phone'
  const [tool, setTool] = useState<OpenTool>()
  const [selection, select] = useState(at(0, 0))
  const [openRow, setOpenRow] = useState<{ index: number } | 'new'>()
  const [openList, setOpenList] = useState<'trash' | 'payments'>()
  const [exported, setExported] = useState<number>()

  const filesOf = useMemo(() => ({ tenantId, tableId: table.id }), [tenantId, table.id])
  const { data: list } = useTables(tenantId)
  const references = useMemo(
    () => openReferences(tenantId, list?.tables ?? [], mayNamePeople),
    [tenantId, list, mayNamePeople],
  )
  const source = useMemo(() => given ?? restRowSource(tenantId, table), [given, tenantId, table])
  const { view } = views
  const query = useSettled(
    JSON.stringify({ filters: view.filters, sorts: view.sorts, group: view.group } satisfies Query),
  )
  const store = useMemo(() => openRows(source, table.fields, query), [source, table.fields, query])
  useSyncExternalStore(store.subscribe, () => store.version)
  const actions = useGridActions(store, source)

  useEffect(() => void store.load({ first: 0, end: 1 }), [store])
  useLiveRows(store, given ? undefined : { tenantId, name: table.name }, actions.isSaving)

  const [selectedIn, setSelectedIn] = useState(query)
  if (selectedIn !== query) {
    // Other rows are in the lines now.
    setSelectedIn(query)
    select(at(0, 0))
  }
  const onView: (next: GridView) => void = views.show

  async function download(format: ExportFormat) {
    setExported(0)
    try {
      const first = view.group ? [{ field: view.group.field, isDescending: false }] : []
      const query = { filters: view.filters, sorts: [...first, ...view.sorts] }
      await exportRows(filesOf, table, source, query, format, setExported)
    } catch (error) {
      toast.error('Not exported', error instanceof Error ? error.message : 'Try again.')
    }
    setExported(undefined)
  }

  const { total, error } = store
  const row = openRow && openRow !== 'new' ? store.row(openRow.index) : undefined
  const close = () => setOpenRow(undefined)
  function open(next: { index: number } | 'new') {
    setOpenList(undefined)
    setOpenRow(next)
  }
  const go = (by: number) => {
    if (!openRow || openRow === 'new') return undefined
    let index = openRow.index + by
    while (store.head(index)) index += by
    if (index < 0 || index >= (total ?? 0)) return undefined
    return () => {
      select(at(index, selection.focus.column))
      void store.load({ first: index, end: index + 1 }).then(() => setOpenRow({ index }))
    }
  }
  const isUnfiltered = view.filters.length === 0

  return (
    <ReferencesOf value={references}>
      <FilesOf value={filesOf}>
        <section className="bb-grid-frame" aria-label={table.title}>
          <GridToolbar
            {...{ table, views, actions, onImport, exported }}
            total={store.rowCount}
            waiting={table.approval ? waitingRows(store, selection) : undefined}
            onApprove={(ids) => void actions.edit(ids.map((id) => ({ id, values: { approved: true } })))}
            open={tool}
            onOpen={setTool}
            onAdd={() => open('new')}
            onExport={(format) => void download(format)}
            onTrash={() => {
              close()
              setOpenList('trash')
            }}
            onPayments={() => {
              close()
              setOpenList('payments')
            }}
          />
          {error ? <FailedRow message={error.message} onRetry={() => void store.refresh()} /> : null}
          {total === 0 ? (
            <EmptyState
              level={2}
              icon={<Rows3 size={22} strokeWidth={1.75} aria-hidden />}
              title={isUnfiltered ? 'No rows yet' : 'No rows found'}
              text={
                isUnfiltered
                  ? 'Add a row, import a file, or wait for the first entry of your form.'
                  : 'No row meets all filters.'
              }
              actions={
                isUnfiltered ? (
                  onImport && !table.read_only ? (
                    <Button onClick={onImport}>Import a file</Button>
                  ) : undefined
                ) : (
                  <Button onClick={() => onView({ ...view, filters: [] })}>Clear filters</Button>
                )
              }
            />
          ) : isPhone ? (
            <PhoneRows table={table} store={store} view={view} onOpen={(index) => open({ index })} />
          ) : (
            <GridTable
              {...{ table, store, actions, view, onView, selection }}
              onFilter={() => setTool('filter')}
              onSelect={select}
              openId={row?.id}
              onOpen={(index) => open({ index })}
            />
          )}
          {openRow === 'new' || row ? (
            <RowPanel
              key={row?.id ?? 'new'}
              tenantId={tenantId}
              table={table}
              row={row}
              onSave={async (values) => {
                if (row) return actions.edit([{ id: row.id, values }])
                const added = await actions.add([values])
                if (added) close()
                return added !== undefined
              }}
              onApprove={(approved) => row && void actions.edit([{ id: row.id, values: { approved } }])}
              onDelete={() => {
                close()
                if (row) void actions.remove([row])
              }}
              onClose={close}
              onNext={go(1)}
              onPrevious={go(-1)}
              opener={() => document.querySelector<HTMLElement>('.bb-grid, .bb-grid-phone')}
            />
          ) : null}
          {openList === 'payments' ? (
            <Suspense>
              <PaymentsPanel
                {...{ tenantId, table }}
                onAdded={() => void store.refresh()}
                onClose={() => setOpenList(undefined)}
                opener={() => document.querySelector<HTMLElement>('[data-grid-more]')}
              />
            </Suspense>
          ) : null}
          {openList === 'trash' ? (
            <Suspense>
              <TrashPanel
                {...{ tenantId, table }}
                onRestore={async (ids) => {
                  await source.restore(ids)
                  await store.refresh()
                }}
                onClose={() => setOpenList(undefined)}
                opener={() => document.querySelector<HTMLElement>('[data-grid-more]')}
              />
            </Suspense>
          ) : null}
        </section>
      </FilesOf>
    </ReferencesOf>
  )
}

type Query = RowQuery & Pick<GridView, 'group'>

/** The rows of a query, in groups if the table has the field of its grouping. @param query JSON of a `Query` */
function openRows(source: RowSource, fields: readonly Field[], query: string): ShownRows {
  const { group, ...rows } = JSON.parse(query) as Query
  const field = group && fields.find(({ name, ...kind }) => name === group.field && isGroupable(kind))
  return field ? new GroupedRows(source, rows, field, group) : new RowStore(source, rows)
}

/** Selected lines that are looked at: more rows are approved by a script. */
const MOST_APPROVED = 500

/** Ids of the selected rows that wait for approval. */
function waitingRows(store: ShownRows, selection: Selection): string[] {
  const { top, bottom } = rectangleOf(selection)
  const count = Math.min(bottom - top + 1, MOST_APPROVED)
  const rows = Array.from({ length: count }, (_, at) => store.row(top + at))
  return rows.flatMap((row) => (row?.approved === false ? row.id : []))
}

/** A text that follows another one when the user stops typing. */
function useSettled(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
