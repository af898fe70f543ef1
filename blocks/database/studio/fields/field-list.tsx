import { ArrowDown, ArrowUp, GripVertical, Plus, RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { DataTable } from '#features/tables/endpoints.ts'
import { type FieldKind, MOST_FIELDS } from '#kernel/browser/fields/field.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import type { DraftField } from './fields-draft.ts'
import { KindIcon } from './kind-icon.tsx'
import { KIND_GROUPS, KIND_NAMES } from './kind-names.ts'
import type { DraftAction } from './use-fields-draft.ts'
import { useRemovedFields } from './use-removed-fields.ts'

export interface FieldListProps {
  tenantId: string
  table: DataTable
  fields: readonly DraftField[]
  problems: ReadonlyMap<string, string>
  dispatch: (action: DraftAction) => void
  /** The field that was open before the list. */
  last: string | undefined
  onOpen: (key: string) => void
  onAdd: (kind: FieldKind) => void
}

/** The fields in their order. They move by dragging, by the arrows, and by Alt with an arrow key. */
export function FieldList(props: FieldListProps) {
  const { tenantId, table, fields, problems, dispatch, last, onOpen, onAdd } = props
  const [dragged, setDragged] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const removed = useRemovedFields(tenantId, table).filter(
    ({ id }) => !fields.some((field) => field.id === id),
  )
  const isFull = fields.length >= MOST_FIELDS

  useEffect(() => {
    const at = fields.findIndex(({ key }) => key === last)
    list.current?.querySelectorAll<HTMLElement>('[data-open-field]')[at]?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the list appears again
  }, [])

  function moveByKey(event: KeyboardEvent, key: string, at: number) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    if (event.altKey) return dispatch({ type: 'move', key, to: at + by })
    const next = list.current?.querySelectorAll<HTMLElement>('[data-open-field]')[at + by]
    next?.focus()
  }

  return (
    <>
      <ul
        ref={list}
        aria-label="Fields"
        className="-mx-2 divide-y divide-line border-y border-line first:-mt-5 first:border-t-0 max-sm:first:-mt-4"
      >
        {fields.map(({ key, title, kind, required, unique, audience }, at) => (
          // Dragging is one of three ways to move a field; the buttons in the row are for the keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={key}
            className="group relative flex items-center gap-2 px-2 py-1.5 data-[dragged]:bg-accent-soft"
            data-dragged={dragged === key ? '' : undefined}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(key)
            }}
            onDragEnter={() => dragged && dragged !== key && dispatch({ type: 'move', key: dragged, to: at })}
            onDragOver={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(undefined)}
          >
            <GripVertical
              size={16}
              strokeWidth={1.75}
              aria-hidden
              className="shrink-0 cursor-grab text-text-3 max-lg:hidden"
            />
            <button
              type="button"
              data-open-field
              className="flex min-w-0 flex-1 items-center gap-2.5 rounded-control py-1 text-left"
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              onClick={() => onOpen(key)}
              onKeyDown={(event) => moveByKey(event, key, at)}
            >
              <KindIcon kind={kind} size={17} />
              <span className="min-w-0 flex-1">
                <span className="block font-medium wrap-anywhere">{title || 'Untitled field'}</span>
                <span className="flex flex-wrap items-center gap-x-1.5 text-caption text-text-3">
                  {[
                    KIND_NAMES[kind],
                    required && 'required',
                    unique && 'unique',
                    audience && 'hidden from some',
                  ]
                    .filter(Boolean)
                    .join(', ')}
                  {problems.has(key) ? <Badge tone="danger">Check this field</Badge> : null}
                </span>
              </span>
            </button>
            <span className="flex shrink-0">
              <IconButton
                label={`Move ${title} up`}
                disabled={at === 0}
                icon={<ArrowUp size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => dispatch({ type: 'move', key, to: at - 1 })}
              />
              <IconButton
                label={`Move ${title} down`}
                disabled={at === fields.length - 1}
                icon={<ArrowDown size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => dispatch({ type: 'move', key, to: at + 1 })}
              />
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <Menu
          align="start"
          trigger={
            <Button
              disabledReason={isFull && `A table has at most ${MOST_FIELDS} fields.`}
              icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            >
              Add field
            </Button>
          }
        >
          {KIND_GROUPS.map(({ label, kinds }, group) => (
            <span key={label}>
              {group > 0 ? <MenuLine /> : null}
              {kinds.map((kind) => (
                <MenuItem
                  key={kind}
                  icon={<KindIcon kind={kind} />}
                  disabled={isFull}
                  onSelect={() => onAdd(kind)}
                >
                  {KIND_NAMES[kind]}
                </MenuItem>
              ))}
            </span>
          ))}
        </Menu>
      </div>
      {removed.length > 0 ? (
        <section aria-labelledby="removed-fields" className="mt-6">
          <h3 id="removed-fields" className="text-small font-label">
            Removed fields
          </h3>
          <p className="text-caption text-text-3">Their values are kept for 30 days.</p>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {removed.map((field) => (
              <li key={field.id} className="flex items-center gap-2.5 py-1.5">
                <KindIcon kind={field.kind} size={17} />
                <span className="min-w-0 flex-1 wrap-anywhere text-text-2">{field.title}</span>
                <Button
                  size="small"
                  aria-label={`Restore ${field.title}`}
                  icon={<RotateCcw size={16} strokeWidth={1.75} aria-hidden />}
                  onClick={() => dispatch({ type: 'restore', field })}
                >
                  Restore
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
