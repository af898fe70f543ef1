import { formatDateTime } from '#kernel/browser/dates.ts'
import { formatAgo } from '#kernel/browser/relative-time.ts'
import { Table } from '#ui/lists/table.tsx'
import type { Change } from '../endpoints.ts'
import { actWords, actorKind, actorWords } from './change-words.ts'

export interface AuditTableProps {
  changes: readonly Change[]
  onOpen: (id: string) => void
}

export function AuditTable({ changes, onOpen }: AuditTableProps) {
  return (
    <Table
      label="Changes"
      rows={changes}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'What',
          phone: 'title',
          render: ({ id, act }) => (
            <button type="button" className="bb-row-open" onClick={() => onOpen(id)}>
              {actWords(act)}
            </button>
          ),
        },
        {
          title: 'Item',
          phone: 'badge',
          render: ({ row_name, row_id }) =>
            row_name ? (
              <bdi className="line-clamp-2 wrap-anywhere">{row_name}</bdi>
            ) : (
              <span className="font-mono text-mono text-text-3">{row_id.slice(0, 8)}</span>
            ),
        },
        {
          title: 'Who',
          phone: 'detail',
          render: (change) => (
            <span className="block min-w-0">
              <bdi className="wrap-anywhere">{actorWords(change)}</bdi>
              {change.actor_name ? (
                <span className="block text-caption text-text-3 max-sm:hidden">{actorKind(change)}</span>
              ) : null}
            </span>
          ),
        },
        {
          title: 'When',
          quiet: true,
          align: 'right',
          phone: 'aside',
          render: ({ at }) => (
            <time dateTime={at} title={formatDateTime(at)} className="whitespace-nowrap">
              {formatAgo(at)}
            </time>
          ),
        },
      ]}
    />
  )
}
