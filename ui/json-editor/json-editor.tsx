import './json-editor.css'
import { type CSSProperties, type ComponentType, type ReactNode, Suspense, lazy, useId } from 'react'
import { Textarea } from '../base/input.tsx'
import { Skeleton } from '../base/skeleton.tsx'
import { Button } from '../button.tsx'
import type { CodeFieldProps } from './code-field.tsx'
import { readJsonObject, writeJson } from './json-text.ts'

export interface JsonEditorProps {
  label: string
  value: string
  onChange: (text: string) => void
  /** Said under it while the text is fine. */
  hint?: ReactNode
  /** Lines that there is room for from the start. */
  rows?: number
}

/** A JSON object as text: coloured, with what is wrong said at its line and under the field. */
export function JsonEditor({ label, value, onChange, hint, rows = 10 }: JsonEditorProps) {
  const note = useId()
  const read = readJsonObject(value)
  const wrong = 'problem' in read ? read.problem : undefined
  const tidy = 'value' in read && value.trim() !== '' ? writeJson(read.value) : value
  return (
    <div className="bb-field">
      <div
        className="bb-json"
        data-invalid={wrong ? '' : undefined}
        style={{ '--rows': rows } as CSSProperties}
      >
        <div className="bb-json-head">
          <span aria-hidden="true">{label}</span>
          <Button
            variant="ghost"
            size="small"
            disabled={tidy === value}
            aria-label={`Format ${label}`}
            onClick={() => onChange(tidy)}
          >
            Format
          </Button>
        </div>
        <Suspense
          fallback={
            <div aria-busy="true" className="flex flex-col gap-3 p-4">
              <Skeleton width="40%" />
              <Skeleton width="72%" />
              <Skeleton width="55%" />
            </div>
          }
        >
          <Field label={label} value={value} onChange={onChange} invalid={Boolean(wrong)} noteId={note} />
        </Suspense>
      </div>
      <p id={note} className={wrong ? 'bb-error' : 'bb-hint'} aria-live="polite">
        {wrong ? `Line ${wrong.line}: ${wrong.message}` : hint}
      </p>
    </div>
  )
}

/** The editor's code comes when it is first shown; where it does not come, a plain field does the work. */
const Field = lazy<ComponentType<CodeFieldProps>>(() =>
  import('./code-field.tsx').then(
    ({ CodeField }) => ({ default: CodeField }),
    () => ({ default: PlainField }),
  ),
)

function PlainField({ label, value, onChange, invalid, noteId }: CodeFieldProps) {
  return (
    <Textarea
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={noteId}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
