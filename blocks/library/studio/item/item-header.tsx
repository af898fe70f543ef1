import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { plural } from '#kernel/browser/local.ts'
import { formatDateTime } from '#kernel/browser/dates.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import type { StaffItemWithBody } from '#blocks/library/endpoints-studio.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { KINDS, KindIcon } from '../items/item-kinds.tsx'
import { ItemState } from '../items/item-state.tsx'
import { useDeleteItem } from '../items/use-items.ts'

export interface ItemHeaderProps {
  tenant: TenantRow
  item: StaffItemWithBody
  onDeleted: () => void
}

/** What an item is, and who started and finished it. */
export function ItemHeader({ tenant, item, onDeleted }: ItemHeaderProps) {
  const [isDeleting, setDeleting] = useState(false)
  const remove = useDeleteItem(tenant.id, onDeleted)
  return (
    <div className="mb-4 flex items-start justify-between gap-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="flex min-w-0 items-center gap-2.5 text-subheading">
            <KindIcon kind={item.kind} size={20} />
            <span className="min-w-0 wrap-anywhere">{item.title}</span>
          </h2>
          <ItemState item={item} />
        </div>
        <p className="mt-1 text-text-2">{factsOf(item)}</p>
      </div>
      <Menu
        trigger={
          <IconButton
            label={`More for ${item.title}`}
            icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
          />
        }
      >
        <MenuItem tone="danger" onSelect={() => setDeleting(true)}>
          Delete
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Delete ${item.title}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        onConfirm={() => remove.mutate(item.id)}
      >
        The {KINDS[item.kind].name.toLowerCase()} disappears from your site and from courses, with the
        progress of members. This action cannot be undone.
      </ConfirmDialog>
    </div>
  )
}

const members = (count: number) =>
  `${count.toLocaleString('en-US')} ${plural(count, { one: 'member', other: 'members' })}`

function factsOf({ status, published_at, started, finished }: StaffItemWithBody): string {
  const time =
    published_at && status === 'scheduled'
      ? `Opens ${formatDateTime(published_at)}`
      : published_at && status === 'published'
        ? `Published ${formatDateTime(published_at)}`
        : 'Not published'
  return started + finished === 0
    ? `${time} · No member has started it`
    : `${time} · ${members(Math.max(started, finished))} started, ${finished.toLocaleString('en-US')} finished`
}
