/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a datalist cannot have ids behind its names */
import { X } from 'lucide-react'
import { type KeyboardEvent, useContext, useEffect, useId, useState } from 'react'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { FieldControl } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ReferencesOf, useReferenceName } from './reference-name.tsx'
import type { Referent } from './references.ts'

const PAUSE_MS = 200

export interface ReferenceControlProps {
  field: Field
  /** Id of the row or person; empty for none. */
  value: string
  onChange: (id: string) => void
  control?: Partial<FieldControl> & { 'aria-label'?: string }
  isCell?: boolean | undefined
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined
}

/** Chooses a row by its name, or a person by name or email. Enter takes the marked one. */
export default function ReferenceControl(props: ReferenceControlProps) {
  const { field, value, onChange, control, isCell, onKeyDown } = props
  const references = useContext(ReferencesOf)
  const name = useReferenceName(field, value)
  const [text, setText] = useState<string>()
  const [found, setFound] = useState<readonly Referent[]>()
  const [marked, setMarked] = useState(0)
  const listId = useId()
  const isOpen = text !== undefined

  useEffect(() => {
    if (text === undefined) return undefined
    const show = (list: readonly Referent[]) => {
      setFound(list)
      setMarked(0)
    }
    let isCurrent = true
    const timer = setTimeout(() => {
      references?.search(field, text.trim()).then(
        (list) => isCurrent && show(list),
        () => isCurrent && show([]),
      )
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [references, field, text])

  function choose(id: string) {
    onChange(id)
    setText(undefined)
    setFound(undefined)
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      event.stopPropagation()
      if (isOpen) setMarked(Math.max(0, Math.min((found?.length ?? 1) - 1, marked + step)))
      else setText('')
    } else if (event.key === 'Enter' && isOpen && found?.[marked]) {
      event.preventDefault()
      event.stopPropagation()
      choose(found[marked].id)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      setText(undefined)
    } else onKeyDown?.(event)
  }

  return (
    <div className="bb-reference">
      <div className="flex items-center gap-1">
        <Input
          {...control}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && found?.[marked] ? `${listId}-${marked}` : undefined}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the keyboard
          autoFocus={isCell}
          placeholder={field.kind === 'person' ? 'Name or email' : 'Search'}
          value={text ?? name ?? (value && value.slice(-8))}
          onChange={(event) => setText(event.currentTarget.value)}
          onClick={() => setText((now) => now ?? '')}
          onBlur={() => setText(undefined)}
          onKeyDown={press}
        />
        {value && !field.required ? (
          <IconButton
            label={`Clear ${field.title}`}
            icon={<X size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => choose('')}
          />
        ) : null}
      </div>
      {isOpen ? (
        <div id={listId} role="listbox" aria-label={field.title} className="bb-reference-list">
          {found?.map((each, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input has the keys
            <div
              key={each.id}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === marked}
              // The focus stays in the input.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(each.id)}
            >
              {each.name || each.id.slice(-8)}
            </div>
          ))}
          {found?.length === 0 ? (
            <div role="option" aria-selected={false} aria-disabled className="text-text-3">
              Nothing found
            </div>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
