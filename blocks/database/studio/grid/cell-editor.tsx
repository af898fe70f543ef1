import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { faultText } from '#kernel/browser/fields/fault-text.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { readValue } from '#kernel/browser/fields/read-value.ts'
import type { Reading, Value } from '#kernel/browser/fields/read-value.ts'
import { readTyped } from './typed-value.ts'
import { ValueControl, draftOf, inputOf } from './value-control.tsx'
import type { Draft } from './value-control.tsx'

export interface CellEditorProps {
  field: Field
  value: Value
  /** Typed over the cell: replaces its value. */
  typed: string | undefined
  /** @param key Tab or Enter, which ended editing; undefined if the focus left */
  onCommit: (value: Value, key: KeyboardEvent | undefined) => void
  onCancel: () => void
}

/** Reads what a control contains. */
export function readDraft(field: Field, draft: Draft): Reading {
  const input = inputOf(field, draft)
  return typeof input === 'string' ? readTyped(field, input) : readValue(field, input, true)
}

/** The control over a cell that is edited. Enter and Tab save, Escape does not. A refused value stays, with the reason. */
export function CellEditor({ field, value, typed, onCommit, onCancel }: CellEditorProps) {
  const [draft, setDraft] = useState<Draft>(() =>
    typed !== undefined && isText(field) ? typed : draftOf(field, value),
  )
  const [fault, setFault] = useState<string>()
  const isOver = useRef(false)

  function commit(key?: KeyboardEvent) {
    if (isOver.current) return
    const read = readDraft(field, draft)
    if (read.fault) {
      setFault(`${field.title} ${faultText(read.fault, field)}`)
      return
    }
    isOver.current = true
    onCommit(read.value, key)
  }

  function press(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.key === 'Escape') {
      event.preventDefault()
      isOver.current = true
      onCancel()
    } else if (
      event.key === 'Tab' ||
      (event.key === 'Enter' && !(field.kind === 'long_text' && event.shiftKey))
    ) {
      event.preventDefault()
      commit(event)
    }
  }

  function leave(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) commit()
  }

  return (
    <div className="bb-grid-editor" data-kind={field.kind} onBlur={leave}>
      <ValueControl
        field={field}
        draft={draft}
        onChange={(next) => {
          setDraft(next)
          setFault(undefined)
        }}
        onKeyDown={press}
        isCell
        control={{ 'aria-label': field.title, 'aria-invalid': fault ? true : undefined }}
      />
      {fault ? (
        <p className="bb-grid-fault" role="alert">
          {fault}
        </p>
      ) : null}
    </div>
  )
}

const OTHERS = ['choice', 'choices', 'yes_no', 'date', 'date_time', 'relation', 'person']
const isText = ({ kind }: Field) => !OTHERS.includes(kind)
