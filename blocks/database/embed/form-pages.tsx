import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError, refusalWords } from '#kernel/browser/call.ts'
import type { EmbedApi, EmbedUser } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import type { FormState } from '#kernel/browser/forms/form-state.ts'
import type { FormEntry, InvalidAnswers, Submitted } from '../endpoints.ts'
import { isFileKind } from '#kernel/browser/fields/file-types.ts'
import { evaluateForm, faultsOnPage } from '#kernel/browser/forms/form-rules.ts'
import type { AnswerFault, Answers } from '#kernel/browser/forms/form-rules.ts'
import type { FormView } from './data-types.ts'
import { faultMessage } from './fault-message.ts'
import { prefilled } from './prefilled.ts'
import { PriceNote, unitsOf } from './price-note.tsx'
import { QuestionControl } from './question-control.tsx'
import { texts } from './texts/spoken.ts'
import { answersOf, forUntouched, readControls, type Typed, writeControls } from './typed-answers.ts'
import { useDraft } from './use-draft.ts'
import { useSending } from './use-sending.ts'

export interface FormPagesProps {
  form: FormView
  entry: FormEntry
  embed: EmbedApi | undefined
  /** From the tag. */
  prefill: Record<string, string>
  user: EmbedUser | null
  /** What was sent before, to be changed instead of sent. */
  sent?: { typed: Typed; change: (answers: Answers) => Promise<Pick<Submitted, 'waits'>> }
  onClosed: (state: FormState) => void
  onSent: (result: Submitted) => void
}

/** The pages of a form, one at a time. */
export function FormPages({ form, entry, embed, prefill, user, sent, onClosed, onSent }: FormPagesProps) {
  const { design } = form
  const fields = new Map(form.fields.map((field) => [field.id, field]))
  const [first] = useState<Typed>(
    () => sent?.typed ?? prefilled(design, form.fields, { parameters: prefill }),
  )
  const [typed, setTyped] = useState(first)
  /** Values that were put in from outside. */
  const [found, setFound] = useState<Typed>({})
  const [at, setAt] = useState(0)
  const [faults, setFaults] = useState<AnswerFault[]>([])
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const sending = useSending(embed, form.id, entry)
  const draft = useDraft(embed, form)

  const evaluated = evaluateForm(design, fields, answersOf(typed, fields))
  const last = Math.max(0, evaluated.pages.length - 1)
  const page = evaluated.pages[Math.min(at, last)]
  const isLast = at >= last

  /** A question for a file starts again when one was put in, and only then. */
  const keyOf = (id: string) =>
    isFileKind(fields.get(id)!.kind) && found[id] ? `${id} ${String(found[id])}` : id
  const read = () => ({ ...typed, ...readControls(element.current!, fields.values()) })

  /**
   * Puts in values that the server did not know: of the host page's address, the member, and a draft of this browser. What the
   * visitor typed meanwhile, or before this script loaded, has precedence.
   */
  async function loadFirstValues(api: EmbedApi) {
    // The price and the conditions of other questions follow it, also while the host page is silent.
    setTyped(read())
    const { pageUrl } = await api.host()
    const address = URL.canParse(pageUrl) ? Object.fromEntries(new URL(pageUrl).searchParams) : {}
    const values = {
      ...prefilled(design, form.fields, { parameters: { ...address, ...prefill }, user }),
      ...draft.read(),
    }
    if (!element.current) return
    const controls = readControls(element.current, fields.values())
    const news = forUntouched(values, controls, first)
    // Into the controls that are there: new ones would take the focus, and with it what the visitor is typing.
    writeControls(element.current, fields.values(), news)
    setFound((before) => ({ ...before, ...news }))
    setTyped((before) => {
      const now = { ...before, ...controls }
      return { ...now, ...forUntouched(values, now, first) }
    })
  }

  useEffect(() => {
    sending.renew(entry)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps -- the rest is the same for each entry
  }, [entry])
  useEffect(() => {
    if (!embed || sent) return
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs once, and when a member arrives
    void loadFirstValues(embed)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same
  }, [embed, user])

  function hear() {
    const now = read()
    setTyped(now)
    if (!sent) draft.store(now)
    sending.start()
    const { faults: left } = evaluateForm(design, fields, answersOf(now, fields))
    // A message goes when its cause does; new ones wait for the button.
    setFaults((shown) =>
      shown.filter(({ field, code }) => code !== 'unique' && left.some((one) => one.field === field)),
    )
  }

  function show(found: AnswerFault[]) {
    setFaults(found)
    const pageAt = evaluated.pages.findIndex((one) => faultsOnPage(one, found).length > 0)
    if (pageAt >= 0) setAt(pageAt)
    else setProblem(texts.errors.codes.form_outdated)
    // After the controls have their messages.
    setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }

  function turn(to: number) {
    setFaults([])
    setAt(to)
    setTimeout(() => element.current?.querySelector<HTMLElement>('.form-progress')?.focus())
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const now = read()
    setTyped(now)
    setProblem('')
    const { pages, faults: found } = evaluateForm(design, fields, answersOf(now, fields))
    const here = pages[Math.min(at, pages.length - 1)]
    const blocking = here && !(at >= pages.length - 1) ? faultsOnPage(here, found) : found
    if (blocking.length > 0) return show(blocking)
    if (at < pages.length - 1) return turn(at + 1)
    setBusy(true)
    try {
      const trap = new FormData(element.current!).get('website')
      const answers = answersOf(now, fields)
      if (sent) return onSent({ id: '', ...(await sent.change(answers)) })
      const result = await sending.send(answers, typeof trap === 'string' ? trap : '')
      draft.forget()
      onSent(result)
    } catch (error) {
      const details = error instanceof CallError ? error.more.details : undefined
      const { faults: refused, state } = (details ?? {}) as Partial<InvalidAnswers> & { state?: FormState }
      if (refused) show(refused)
      else if (state) onClosed(state)
      else setProblem(refusalWords(error, texts.errors))
    } finally {
      setBusy(false)
    }
  }

  const errorOf = (id: string) => {
    const fault = faults.find(({ field }) => field === id)
    return fault && faultMessage(fault, fields.get(id)!)
  }

  return (
    <form
      ref={element}
      className="form-questions"
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={hear}
      onChange={hear}
    >
      {evaluated.pages.length > 1 ? (
        <div className="form-progress" tabIndex={-1}>
          <span>
            {texts.step(Math.min(at, last) + 1, last + 1)}
            {page?.page.title ? `: ${page.page.title}` : ''}
          </span>
          <progress value={Math.min(at, last) + 1} max={last + 1} aria-hidden="true" />
        </div>
      ) : null}
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      {page?.sections.map(({ title, text, questions }, section) => (
        <div key={section} className="form-section">
          {title || text ? (
            <div>
              {title ? <h2>{title}</h2> : null}
              {text ? <p>{text}</p> : null}
            </div>
          ) : null}
          {questions.map((question) => (
            <QuestionControl
              key={keyOf(question.field)}
              question={question}
              field={fields.get(question.field)!}
              value={typed[question.field]}
              error={errorOf(question.field)}
              prepare={embed && sending.prepare}
            />
          ))}
        </div>
      ))}
      <label className="form-trap" aria-hidden="true">
        Website
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
      {isLast && entry.price ? <PriceNote price={entry.price} quantity={unitsOf(typed, form)} /> : null}
      <div className="form-buttons">
        {at > 0 ? (
          <Button disabled={busy} onClick={() => turn(Math.min(at, last) - 1)}>
            {texts.back}
          </Button>
        ) : null}
        <Button type="submit" variant="primary" busy={busy} busyLabel={texts.sending}>
          {isLast ? (form.button ?? (entry.price ? texts.payment.send : texts.send)) : texts.next}
        </Button>
      </div>
    </form>
  )
}
