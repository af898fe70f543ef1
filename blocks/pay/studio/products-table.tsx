import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#kernel/browser/dates.ts'
import { formatPrice } from '#kernel/browser/money.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { sortRows } from '#ui/lists/sort.ts'
import { Table } from '#ui/lists/table.tsx'
import type { Item } from '../endpoints-studio.ts'
import { stockLabel } from './product-draft.ts'
import { useDeleteItem, useToggleItem } from './use-items.ts'
import { usePictureUrl } from './use-picture-url.ts'

export interface ProductsTableProps {
  tenantId: string
  items: readonly Item[]
  onEdit: (item: Item) => void
}

const SORTED_BY = {
  name: (item: Item) => item.name,
  price: (item: Item) => item.price_cents,
  status: (item: Item) => (item.active ? 0 : 1),
  created: (item: Item) => Date.parse(item.created_at),
}

/** The products of a tenant. Their order on the site is not changed by sorting. */
export function ProductsTable({ tenantId, items, onEdit }: ProductsTableProps) {
  const toggle = useToggleItem(tenantId)
  const remove = useDeleteItem(tenantId)
  const [sort, setSort] = useState<string>()
  const togglingId = toggle.isPending ? toggle.variables.itemId : undefined

  function confirmAndDelete(item: Item) {
    if (confirm(`Are you sure you want to delete "${item.name}"?`)) remove.mutate(item.id)
  }

  return (
    <Table
      label="Products"
      sort={sort}
      onSort={setSort}
      rows={sortRows(items, sort, SORTED_BY)}
      rowKey={(item) => item.id}
      columns={[
        {
          title: 'Name',
          sort: 'name',
          phone: 'title',
          render: (item) => <ItemName item={item} onOpen={() => onEdit(item)} />,
        },
        {
          title: 'Price',
          sort: '-price',
          align: 'right',
          phone: 'aside',
          render: (item) => <ItemPrice item={item} />,
        },
        { title: 'Currency', quiet: true, phone: 'hidden', render: (item) => item.currency.toUpperCase() },
        {
          title: 'Status',
          sort: 'status',
          phone: 'detail',
          render: (item) => (
            <Switch
              aria-label={`${item.name} is active`}
              checked={item.active}
              busy={togglingId === item.id}
              onCheckedChange={(active) => toggle.mutate({ itemId: item.id, active })}
            >
              <span className="text-text-2">{item.active ? 'Active' : 'Inactive'}</span>
            </Switch>
          ),
        },
        {
          title: 'Created',
          sort: '-created',
          quiet: true,
          phone: 'hidden',
          render: (item) => formatDate(item.created_at),
        },
        {
          title: 'Actions',
          phone: 'badge',
          align: 'right',
          render: (item) => (
            <span className="inline-flex gap-1">
              <IconButton
                label={`Edit ${item.name}`}
                icon={<Pencil size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => onEdit(item)}
              />
              <IconButton
                label={`Delete ${item.name}`}
                icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
                disabled={remove.isPending && remove.variables === item.id}
                onClick={() => confirmAndDelete(item)}
              />
            </span>
          ),
        },
      ]}
    />
  )
}

function ItemName({ item, onOpen }: { item: Item; onOpen: () => void }) {
  const stock = [stockLabel(item), audienceLabel(item)].filter(Boolean).join(' · ')
  const name = (
    <span className="wrap-anywhere">
      <button type="button" className="bb-row-open" onClick={onOpen}>
        {item.name}
      </button>
      {stock ? <span className="block text-caption font-normal text-text-3">{stock}</span> : null}
    </span>
  )
  if (!item.picture) return name
  return (
    <span className="flex items-center gap-3">
      <ItemPicture item={item} />
      {name}
    </span>
  )
}

/** Who may buy, when that is not everyone. */
function audienceLabel({ audience_id, hidden_from_others, member_price_cents, currency }: Item): string {
  const who = audience_id
    ? hidden_from_others
      ? 'For an audience, hidden from others'
      : 'For an audience'
    : ''
  const price = member_price_cents === null ? '' : `${formatPrice(member_price_cents, currency)} for members`
  return [who, price].filter(Boolean).join(' · ')
}

/** Decorative: the name is beside it. */
function ItemPicture({ item }: { item: Item }) {
  const url = usePictureUrl(item)
  return (
    <span className="size-9 flex-none overflow-hidden rounded-control bg-subtle">
      {url ? (
        <img className="size-full object-cover" src={url} width={36} height={36} alt="" loading="lazy" />
      ) : null}
    </span>
  )
}

function ItemPrice({ item: { price_cents, currency, interval, per_seat } }: { item: Item }) {
  return (
    <span>
      {formatPrice(price_cents, currency)}
      {interval ? <span className="text-text-3"> / {interval}</span> : null}
      {per_seat ? <span className="text-text-3"> per seat</span> : null}
    </span>
  )
}
