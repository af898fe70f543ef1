import { formatDateTime } from '#kernel/browser/dates.ts'
import type { StaffItem } from '#blocks/library/endpoints-studio.ts'
import { Badge } from '#ui/base/badge.tsx'

/** Whether visitors see an item, with its time if it is scheduled. */
export function ItemState({ item }: { item: Pick<StaffItem, 'status' | 'published_at'> }) {
  if (item.status === 'published') return <Badge dot="ok">Published</Badge>
  if (item.status === 'draft' || !item.published_at) return <Badge dot="neutral">Draft</Badge>
  return (
    <span title={formatDateTime(item.published_at)}>
      <Badge dot="warn">Scheduled</Badge>
    </span>
  )
}
