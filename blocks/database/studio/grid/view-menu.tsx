import {
  ChevronDown,
  Copy,
  LayoutList,
  Link,
  Lock,
  Pencil,
  Plus,
  RotateCcw,
  Save,
  Trash2,
  Users,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine } from '#ui/overlays/menu.tsx'
import Popover from '#ui/overlays/popover.tsx'
import { toast } from '#ui/toasts/toast.ts'
import type { GridViews } from './use-grid-views.ts'
import type { SavedView } from './use-saved-views.ts'

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Chooses, saves, renames, shares and deletes named views. */
export function ViewMenu({ views }: { views: GridViews }) {
  const { saved, chosen, isChanged, choose, change } = views
  const [naming, setNaming] = useState<'new' | 'name'>()
  const [isDeleting, setDeleting] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isMoved = useRef(false)
  const title = chosen?.name ?? (isChanged ? 'Unsaved view' : 'All rows')

  function ask(what: 'new' | 'name') {
    isMoved.current = true
    setNaming(what)
  }

  return (
    <>
      <Menu
        align="start"
        hasMovedFocus={() => isMoved.current}
        trigger={
          <Button
            ref={button}
            variant="ghost"
            icon={<LayoutList {...ICON} />}
            aria-label={`View: ${title}${chosen && isChanged ? ', changed' : ''}`}
            onClick={() => (isMoved.current = false)}
          >
            <span className="max-w-28 truncate max-sm:max-w-14">{title}</span>
            <ChevronDown size={14} aria-hidden className="text-text-3" />
          </Button>
        }
      >
        <MenuItem icon={<RotateCcw {...ICON} />} onSelect={() => choose(undefined)}>
          All rows
        </MenuItem>
        <ViewList
          label="Shared with your staff"
          views={saved.filter(({ owner_id }) => owner_id === null)}
          chosen={chosen}
          onChoose={choose}
        />
        <ViewList
          label="Only you"
          views={saved.filter(({ owner_id }) => owner_id !== null)}
          chosen={chosen}
          onChoose={choose}
        />
        <MenuLine />
        {chosen && isChanged ? (
          <MenuItem icon={<RotateCcw {...ICON} />} onSelect={views.reset}>
            Take changes back
          </MenuItem>
        ) : null}
        <MenuItem icon={<Plus {...ICON} />} onSelect={() => ask('new')}>
          {chosen ? 'Save as a new view...' : 'Save this view...'}
        </MenuItem>
        {chosen ? (
          <>
            <MenuLine />
            <MenuLabel>{chosen.name}</MenuLabel>
            <MenuItem icon={<Pencil {...ICON} />} onSelect={() => ask('name')}>
              Rename...
            </MenuItem>
            <MenuItem
              icon={<Copy {...ICON} />}
              onSelect={() => void views.add(copyName(chosen.name), false, chosen.design)}
            >
              Duplicate
            </MenuItem>
            <MenuItem icon={<Link {...ICON} />} onSelect={() => void copyLink(chosen.id)}>
              Copy link
            </MenuItem>
            <MenuItem
              icon={chosen.owner_id === null ? <Lock {...ICON} /> : <Users {...ICON} />}
              onSelect={() => void change({ isShared: chosen.owner_id !== null })}
            >
              {chosen.owner_id === null ? 'Show only to me' : 'Share with your staff'}
            </MenuItem>
            <MenuItem icon={<Trash2 {...ICON} />} tone="danger" onSelect={() => setDeleting(true)}>
              Delete view...
            </MenuItem>
          </>
        ) : null}
      </Menu>
      {chosen && isChanged ? (
        <Button size="small" icon={<Save {...ICON} size={14} />} onClick={() => void views.save()}>
          Save view
        </Button>
      ) : null}
      {chosen ? (
        <ConfirmDialog
          open={isDeleting}
          onOpenChange={setDeleting}
          title="Delete view"
          confirmLabel="Delete view"
          onConfirm={() => {
            setDeleting(false)
            views.remove()
          }}
        >
          {`Delete "${chosen.name}"? The rows stay.${chosen.owner_id === null ? ' Your staff lose this view, too.' : ''}`}
        </ConfirmDialog>
      ) : null}
      {naming ? (
        <Popover
          anchor={button}
          open
          onOpenChange={() => setNaming(undefined)}
          label={naming === 'new' ? 'Save view' : 'Rename view'}
          align="start"
          width={300}
        >
          <NameForm
            name={naming === 'name' ? (chosen?.name ?? '') : ''}
            isNew={naming === 'new'}
            onSave={(name, isShared) => {
              setNaming(undefined)
              void (naming === 'new' ? views.add(name, isShared) : change({ name }))
            }}
          />
        </Popover>
      ) : null}
    </>
  )
}

interface ViewListProps {
  label: string
  views: readonly SavedView[]
  chosen: SavedView | undefined
  onChoose: (view: SavedView) => void
}

function ViewList({ label, views, chosen, onChoose }: ViewListProps) {
  if (views.length === 0) return null
  return (
    <>
      <MenuLabel>{label}</MenuLabel>
      <MenuChoice
        label={label}
        value={chosen?.id ?? ''}
        options={views.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => onChoose(views.find((one) => one.id === id)!)}
      />
    </>
  )
}

interface NameFormProps {
  name: string
  isNew: boolean
  onSave: (name: string, isShared: boolean) => void
}

function NameForm({ name: first, isNew, onSave }: NameFormProps) {
  const [name, setName] = useState(first)
  const [isShared, setShared] = useState(false)
  return (
    <form
      className="flex flex-col gap-3 p-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim()) onSave(name.trim(), isShared)
      }}
    >
      <Field label="Name" hint={isNew ? 'Filters, order, groups and columns are saved.' : undefined}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      {isNew ? (
        <Checkbox checked={isShared} onChange={({ target }) => setShared(target.checked)}>
          Share with your staff
        </Checkbox>
      ) : null}
      <Button type="submit" variant="primary" disabled={name.trim() === ''}>
        {isNew ? 'Save view' : 'Rename'}
      </Button>
    </form>
  )
}

const copyName = (name: string) => `Copy of ${name}`.slice(0, 60)

async function copyLink(id: string): Promise<void> {
  const address = new URL(location.href)
  address.searchParams.set('view', id)
  try {
    await navigator.clipboard.writeText(address.href)
    toast.success('Link copied', 'It opens this view for you, and for your staff if it is shared.')
  } catch {
    toast.error('Not copied', 'The browser does not allow access to the clipboard.')
  }
}
