import '../form-page.css'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError, refusalWords } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { changeRow } from '#blocks/database/endpoints.ts'
import type { InvalidAnswers, ListedRow } from '#blocks/database/endpoints.ts'
import { isFileKind } from '#kernel/browser/fields/file-types.ts'
import { evaluateForm } from '#kernel/browser/forms/form-rules.ts'
import type { AnswerFault } from '#kernel/browser/forms/form-rules.ts'
import type { ListView } from '../data-types.ts'
import { faultMessage } from '../fault-message.ts'
import { QuestionControl } from '../question-control.tsx'
import { texts } from '../texts/spoken.ts'
import { answersOf, changedControls, readControls, typedValue } from '../typed-answers.ts'
import type { Typed } from '../typed-answers.ts'

export interface RowEditorProps {
  list: ListView
  row: ListedRow
  embed: EmbedApi
  /** With the row as it is now, if it was changed. */
  onClose: (changed?: ListedRow) => void
}

/** A row's fields as a form in its place. */
export function RowEditor({ list, row, embed, onClose }: RowEditorProps) {
  const [faults, setFaults] = useState<AnswerFault[]>([])
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const first = useRef<Typed>({})
  // Files are not replaced here.
  const editable = list.fields.filter(({ kind }) => !isFileKind(kind))
  const fields = new Map(editable.map((field) => [field.id, field]))

  useEffect(() => {
    first.current = readControls(element.current!, editable)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps -- once, before anything is typed
  }, [])

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const typed = readControls(element.current!, editable)
    const questions = editable.map(({ id }) => ({ field: id }))
    const design = { pages: [{ sections: [{ questions }] }] }
    const found = evaluateForm(design, fields, answersOf(typed, fields)).faults
    if (found.length > 0) return show(found)
    // A control can have less than what is stored: a time has no seconds in it.
    const answers = answersOf(changedControls(typed, first.current), fields)
    if (Object.keys(answers).length === 0) return onClose()
    setBusy(true)
    setProblem('')
    try {
      onClose(await embed.call(changeRow, { list: list.id, row: row.id, answers: { ...answers } }))
    } catch (error) {
      const { faults: refused } = ((error instanceof CallError && error.more.details) ||
        {}) as Partial<InvalidAnswers>
      if (refused) show(refused)
      else setProblem(refusalWords(error, texts.errors))
      setBusy(false)
    }
  }

  function show(found: AnswerFault[]) {
    setFaults(found)
    setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }

  return (
    <form ref={element} className="form-questions" noValidate onSubmit={(event) => void save(event)}>
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      {editable.map((field) => {
        const fault = faults.find((one) => one.field === field.id)
        return (
          <QuestionControl
            key={field.id}
            question={{ field: field.id }}
            field={field}
            value={typedValue(field, row.values[field.id])}
            error={fault && faultMessage(fault, field)}
          />
        )
      })}
      <div className="form-buttons">
        <Button type="submit" variant="primary" size="small" busy={busy}>
          {texts.list.save}
        </Button>
        <Button size="small" disabled={busy} onClick={() => onClose()}>
          {texts.list.cancel}
        </Button>
      </div>
    </form>
  )
}
