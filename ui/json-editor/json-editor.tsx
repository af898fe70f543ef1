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
  /** Shown below the editor while the text is valid. */
  hint?: ReactNode
  /** Initial height in lines. */
  rows?: number
}

/** An editor for a JSON object, with syntax highlighting. Errors show at their line and below the field. */
export function JsonEditor({ label, value, onChange, hint, rows = 10 }: JsonEditorProps) {
  const note = useId()
  const read = readJsonObject(value)
  const problem = 'problem' in read ? read.problem : undefined
  const formatted = 'value' in read && value.trim() !== '' ? writeJson(read.value) : value
  return (
    <div className="bb-field">
      <div
        className="bb-json"
        data-invalid={problem ? '' : undefined}
        style={{ '--rows': rows } as CSSProperties}
      >
        <div className="bb-json-head">
          <span aria-hidden="true">{label}</span>
          <Button
            variant="ghost"
            size="small"
            disabled={formatted === value}
            aria-label={`Format ${label}`}
            onClick={() => onChange(formatted)}
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
          <Field label={label} value={value} onChange={onChange} invalid={Boolean(problem)} noteId={note} />
        </Suspense>
      </div>
      <p id={note} className={problem ? 'bb-error' : 'bb-hint'} aria-live="polite">
        {problem ? `Line ${problem.line}: ${problem.message}` : hint}
      </p>
    </div>
  )
}

/** Loads the editor's code when it is first shown. If that fails, a plain text area takes its place. */
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
