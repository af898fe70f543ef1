import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { DataTable } from '#features/tables/endpoints.ts'
import { formatDate } from '#kernel/browser/dates.ts'
import { useAudiences } from '#studio/audience/use-audiences.ts'
import { Badge } from '#ui/base/badge.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { sortRows } from '#ui/lists/sort.ts'
import { Table } from '#ui/lists/table.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import { opensToMembers, opensToStrangers } from '../access/rights-sentence.ts'
import { useRowCount } from '../rows/use-row-count.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { TrashDialog } from './trash-dialog.tsx'

export interface TablesListProps {
  tenantId: string
  tables: readonly DataTable[]
  onOpen: (table: DataTable) => void
}

const SORTED_BY = {
  name: (table: DataTable) => table.title,
  changed: (table: DataTable) => Date.parse(table.updated_at),
}

/** The tables of a tenant that are not in the trash. */
export function TablesList({ tenantId, tables, onOpen }: TablesListProps) {
  const [sort, setSort] = useState<string>()
  return (
    <Table
      label="Tables"
      sort={sort}
      onSort={setSort}
      rows={sortRows(tables, sort, SORTED_BY)}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Name',
          sort: 'name',
          phone: 'title',
          render: (table) => (
            <span className="wrap-anywhere">
              <button type="button" className="bb-row-open" onClick={() => onOpen(table)}>
                {table.title}
              </button>
              <span className="block font-mono text-caption font-normal text-text-3">{table.name}</span>
            </span>
          ),
        },
        {
          title: 'State',
          phone: 'detail',
          render: (table) => <TableState tenantId={tenantId} table={table} />,
        },
        {
          title: 'Rows',
          align: 'right',
          phone: 'aside',
          render: (table) => <RowCount tenantId={tenantId} table={table} />,
        },
        {
          title: 'Fields',
          align: 'right',
          quiet: true,
          phone: 'hidden',
          render: ({ fields }) => fields.length,
        },
        {
          title: 'Changed',
          sort: '-changed',
          quiet: true,
          phone: 'hidden',
          render: ({ updated_at }) => <span className="whitespace-nowrap">{formatDate(updated_at)}</span>,
        },
        {
          title: 'Actions',
          align: 'right',
          phone: 'badge',
          render: (table) => <TableMenu tenantId={tenantId} table={table} />,
        },
      ]}
    />
  )
}

interface OneTable {
  tenantId: string
  table: DataTable
}

function RowCount({ tenantId, table }: OneTable) {
  const { data, isError } = useRowCount(tenantId, table)
  return (
    <span className="tabular-nums">
      {data?.toLocaleString('en-US') ?? (isError ? '–' : '…')}
      {/* The head of the column says it on wide screens. */}
      <span className="text-text-3 sm:hidden"> {data === 1 ? 'row' : 'rows'}</span>
    </span>
  )
}

/** Who sees the rows, and what is closed. */
export function TableState({ tenantId, table }: OneTable) {
  const { data: audiences } = useAudiences(tenantId)
  const { see, read_only, approval } = table
  const rule = audiences?.find(({ id }) => id === see)?.rule ?? null
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {read_only ? (
        <Badge tone="warn">{`Read-only, needs ${read_only === 'pro' ? 'Pro' : 'Business'}`}</Badge>
      ) : null}
      {see && !audiences ? null : opensToStrangers(rule) ? (
        <Badge dot="ok">Public</Badge>
      ) : opensToMembers(rule) ? (
        <Badge dot="accent">Members</Badge>
      ) : rule && rule.any.length > 0 ? (
        <Badge dot="accent">Some visitors</Badge>
      ) : (
        <Badge dot="neutral">Private</Badge>
      )}
      {approval ? <Badge>With approval</Badge> : null}
    </span>
  )
}

/** What can be done with a table as a whole. */
export function TableMenu({ tenantId, table, onTrashed }: OneTable & { onTrashed?: () => void }) {
  const [dialog, setDialog] = useState<'rename' | 'trash'>()
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={`More for ${table.title}`}
            icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
          />
        }
      >
        <MenuItem onSelect={() => setDialog('rename')}>Rename</MenuItem>
        <MenuLine />
        <MenuItem tone="danger" onSelect={() => setDialog('trash')}>
          Move to trash
        </MenuItem>
      </Menu>
      {dialog === 'rename' ? <RenameDialog tenantId={tenantId} table={table} onClose={close} /> : null}
      {dialog === 'trash' ? (
        <TrashDialog tenantId={tenantId} table={table} onClose={close} onTrashed={onTrashed} />
      ) : null}
    </>
  )
}
