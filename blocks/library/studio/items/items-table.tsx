import { useAudiences } from '#studio/audience/use-audiences.ts'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { formatAgo } from '#kernel/browser/relative-time.ts'
import type { StaffItem } from '#blocks/library/endpoints-studio.ts'
import { Table } from '#ui/lists/table.tsx'
import { KINDS, KindIcon } from './item-kinds.tsx'
import { ItemState } from './item-state.tsx'

export interface ItemsTableProps {
  tenantId: string
  items: readonly StaffItem[]
  onOpen: (item: StaffItem) => void
}

/** Items with their state, audience and progress of members. */
export function ItemsTable({ tenantId, items, onOpen }: ItemsTableProps) {
  const { data: audiences } = useAudiences(tenantId)
  const audienceOf = ({ audience, kind }: StaffItem) =>
    audience === null
      ? kind === 'course'
        ? 'No one'
        : 'Through courses only'
      : (audiences?.find(({ id }) => id === audience)?.name ?? '…')
  return (
    <Table
      label="Items"
      rows={items}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Item',
          phone: 'title',
          render: (item) => (
            <span className="flex items-start gap-2.5">
              <span className="mt-0.5">
                <KindIcon kind={item.kind} />
              </span>
              <span className="min-w-0 wrap-anywhere">
                <button type="button" className="bb-row-open" onClick={() => onOpen(item)}>
                  {item.title}
                </button>
                <span className="block text-caption font-normal text-text-3">
                  {[KINDS[item.kind].name, ...item.tags].join(' · ')}
                </span>
              </span>
            </span>
          ),
        },
        {
          title: 'Open to',
          phone: 'detail',
          quiet: true,
          render: (item) => <span className="wrap-anywhere">{audienceOf(item)}</span>,
        },
        {
          title: 'Finished',
          phone: 'hidden',
          quiet: true,
          render: ({ started, finished }) => (
            <span className="whitespace-nowrap tabular-nums">
              {started === 0 && finished === 0 ? '–' : `${finished} of ${Math.max(started, finished)}`}
            </span>
          ),
        },
        {
          title: 'Changed',
          phone: 'hidden',
          quiet: true,
          render: ({ updated_at }) => (
            <time dateTime={updated_at} title={formatDateTime(updated_at)} className="whitespace-nowrap">
              {formatAgo(updated_at)}
            </time>
          ),
        },
        { title: 'State', phone: 'badge', render: (item) => <ItemState item={item} /> },
      ]}
    />
  )
}
