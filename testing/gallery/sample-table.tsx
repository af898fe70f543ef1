import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Switch } from '#ui/forms/switch.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { rowSteps } from '#ui/lists/row-steps.ts'
import { sortRows } from '#ui/lists/sort.ts'
import { Table } from '#ui/lists/table.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'

const ROWS = [
  { name: 'Sourdough Saturday class', price: 65, active: true, created: '14 Nov 2026' },
  { name: 'Easter braid pre-order', price: 12, active: false, created: '3 Mar 2026' },
]

/** A table with sortable heads, whose rows open a side panel. */
export function SampleTable({ label = 'Products' }: { label?: string }) {
  const [sort, setSort] = useState<string>()
  const [shown, setShown] = useState<string>()
  const rows = sortRows(ROWS, sort, { name: (row) => row.name, price: (row) => row.price })
  return (
    <>
      <Table
        label={label}
        rows={rows}
        rowKey={(row) => row.name}
        sort={sort}
        onSort={setSort}
        columns={[
          {
            title: 'Name',
            sort: 'name',
            phone: 'title',
            render: (row) => (
              <button type="button" className="bb-row-open" onClick={() => setShown(row.name)}>
                {row.name}
              </button>
            ),
          },
          {
            title: 'Price',
            sort: '-price',
            phone: 'aside',
            align: 'right',
            render: (row) => `€${row.price}.00`,
          },
          {
            title: 'Status',
            phone: 'detail',
            render: (row) => (
              <Switch checked={row.active} onCheckedChange={() => undefined}>
                {row.active ? 'Active' : 'Inactive'}
              </Switch>
            ),
          },
          { title: 'Created', phone: 'hidden', render: (row) => row.created, quiet: true },
          {
            title: 'Actions',
            phone: 'badge',
            align: 'right',
            render: (row) => (
              <span className="inline-flex">
                <IconButton
                  label={`Edit ${row.name}`}
                  icon={<Pencil size={16} strokeWidth={1.75} aria-hidden />}
                />
                <IconButton
                  label={`Delete ${row.name}`}
                  icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
                />
              </span>
            ),
          },
        ]}
      />
      {shown ? (
        <SidePanel
          title={shown}
          onClose={() => setShown(undefined)}
          {...rowSteps(
            rows.map(({ name }) => name),
            shown,
            setShown,
          )}
        >
          Use J and K to go to the next and the previous row.
        </SidePanel>
      ) : null}
    </>
  )
}
