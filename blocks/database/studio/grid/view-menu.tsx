import { LayoutList, Plus, RotateCcw, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import Popover from '#ui/overlays/popover.tsx'
import { EMPTY_VIEW } from './grid-view.ts'
import type { GridView, SavedView } from './grid-view.ts'

export interface ViewMenuProps {
  view: GridView
  saved: readonly SavedView[]
  onView: (view: GridView) => void
  onSaved: (saved: SavedView[]) => void
}

/** Opens, saves and deletes named views. */
export function ViewMenu({ view, saved, onView, onSaved }: ViewMenuProps) {
  const [isNaming, setNaming] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const current = saved.find((each) => JSON.stringify(plainView(each)) === JSON.stringify(plainView(view)))
  const isMoved = useRef(false)

  function save(name: string) {
    onSaved([...saved.filter((each) => each.name !== name), { ...plainView(view), name }])
    setNaming(false)
  }

  return (
    <>
      <Menu
        align="start"
        hasMovedFocus={() => isMoved.current}
        trigger={
          <Button ref={button} variant="ghost" icon={<LayoutList size={16} strokeWidth={1.75} aria-hidden />}>
            {current?.name ?? (isEmpty(view) ? 'All rows' : 'Unsaved view')}
          </Button>
        }
      >
        <MenuItem icon={<RotateCcw size={16} strokeWidth={1.75} />} onSelect={() => onView(EMPTY_VIEW)}>
          All rows
        </MenuItem>
        {saved.map(({ name, ...each }) => (
          <MenuItem
            key={name}
            icon={<LayoutList size={16} strokeWidth={1.75} />}
            onSelect={() => onView(each)}
          >
            {name}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem
          icon={<Plus size={16} strokeWidth={1.75} />}
          onSelect={() => {
            isMoved.current = true
            setNaming(true)
          }}
        >
          Save this view...
        </MenuItem>
        {current ? (
          <MenuItem
            icon={<Trash2 size={16} strokeWidth={1.75} />}
            tone="danger"
            onSelect={() => onSaved(saved.filter((each) => each !== current))}
          >
            Delete view &quot;{current.name}&quot;
          </MenuItem>
        ) : null}
      </Menu>
      {isNaming ? (
        <Popover anchor={button} open onOpenChange={setNaming} label="Save view" align="start" width={280}>
          <NameForm onSave={save} />
        </Popover>
      ) : null}
    </>
  )
}

function NameForm({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState('')
  return (
    <form
      className="flex flex-col gap-3 p-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim()) onSave(name.trim())
      }}
    >
      <Field label="Name" hint="Filters, order and columns are saved in this browser.">
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={name.trim() === ''}>
        Save view
      </Button>
    </form>
  )
}

const plainView = ({ order, hidden, widths, filters, sorts }: GridView): GridView => ({
  order,
  hidden,
  filters,
  sorts,
  widths,
})
const isEmpty = ({ filters, sorts, hidden, order }: GridView) =>
  filters.length + sorts.length + hidden.length + order.length === 0
