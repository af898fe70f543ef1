import { type ComponentType, useEffect, useState } from 'react'
import { CallError, refusalWords } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { changeablePart } from '#kernel/browser/forms/changeable-part.ts'
import { moment } from '#kernel/browser/local.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { changeSent, readSent } from '../endpoints.ts'
import type { SentAnswers, Submitted } from '../endpoints.ts'
import type { FormPageData, FormView } from './data-types.ts'
import type { FormPagesProps } from './form-pages.tsx'
import { StateNote } from './state-note.tsx'
import { texts } from './texts/spoken.ts'
import { typedValue, type Typed } from './typed-answers.ts'

export interface SentFormProps {
  data: FormPageData
  form: FormView
  embed: EmbedApi
  /** The page has it already. */
  FormPages: ComponentType<FormPagesProps>
}

/** The form with what was sent, for the person who has the link. */
export function SentForm({ data, form, embed, FormPages }: SentFormProps) {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('edit') ?? '')
  const [sent, setSent] = useState<SentAnswers>()
  const [problem, setProblem] = useState('')
  const [state, setState] = useState(data.entry.state)
  const [saved, setSaved] = useState<Pick<Submitted, 'waits'>>()

  useEffect(() => {
    embed.call(readSent, { form: form.id, token }).then(setSent, (error: unknown) => {
      const { state: closed } = ((error instanceof CallError && error.more.details) || {}) as {
        state?: typeof state
      }
      if (closed) setState(closed)
      // A link that was cut off is not in the form of one.
      const isCut = error instanceof CallError && error.code === 'invalid_input'
      setProblem(isCut ? texts.errors.codes.link_ended : refusalWords(error, texts.errors))
    })
  }, [embed, form.id, token])

  if (problem)
    return state === 'closed' || state === 'ended' || state === 'not_yet' ? (
      <StateNote entry={{ state }} data={data} embed={embed} />
    ) : (
      <div className="form-questions">
        <Note tone="danger" role="alert" title={problem} />
      </div>
    )
  if (!sent) return null
  if (saved)
    return (
      <div className="form-questions">
        <Note tone="ok" role="alert" title={texts.edit.saved}>
          {saved.waits ? <p>{texts.waits}</p> : null}
        </Note>
        <div className="form-buttons">
          <Button onClick={() => location.reload()}>{texts.edit.link}</Button>
        </div>
      </div>
    )
  const known = new Map(form.fields.map((field) => [field.id, field]))
  const typed: Typed = {}
  for (const [id, value] of Object.entries(sent.answers)) {
    const field = known.get(id)
    const own = field && typedValue(field, value)
    if (own !== undefined) typed[id] = own
  }
  return (
    <>
      <p className="form-lead">{texts.edit.until(moment(sent.until))}</p>
      <FormPages
        form={{ ...form, ...changeablePart(form.design, form.fields, form.units), button: texts.edit.save }}
        entry={{ state: 'open' }}
        embed={embed}
        prefill={{}}
        user={null}
        sent={{
          typed,
          change: (answers) => embed.call(changeSent, { form: form.id, token, answers: { ...answers } }),
        }}
        onClosed={(closed) => {
          setState(closed)
          setProblem(texts.errors.unexpected)
        }}
        onSent={setSaved}
      />
    </>
  )
}
