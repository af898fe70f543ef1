import '#ui/base/native-select.css'
import { type FunctionComponent, type ReactNode, useEffect, useRef, useState } from 'react'
import { currencySign } from '#kernel/browser/money.ts'
import { acceptOf, fileBytes } from '#kernel/browser/fields/file-types.ts'
import { number } from '#kernel/browser/local.ts'
import { Field, type FieldControl } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import type { AskedField, Question } from '#kernel/browser/forms/form-design.ts'
import type { FileQuestionProps, PrepareUpload } from './file-question.tsx'
import { texts } from './texts/spoken.ts'
import { UPLOADING } from './typed-answers.ts'

export interface QuestionProps {
  question: Question
  field: AskedField
  /** First value; the browser has the current one. */
  value: string | string[] | boolean | undefined
  error: string | undefined
  /** Where a file is sent; absent while the page does not run yet. */
  prepare?: PrepareUpload | undefined
}

/** More choices than this are a menu. */
const MOST_RADIOS = 6

/** The control of one question. It is uncontrolled, so what was typed before the script loaded stays. */
export function QuestionControl(props: QuestionProps) {
  const { question, field, error } = props
  const { kind, choices = [] } = field
  const label = question.label ?? field.title
  const hint = question.help ?? field.help
  const required = Boolean(question.required || field.required)
  const isGroup =
    kind === 'choices' || kind === 'rating' || (kind === 'choice' && choices.length <= MOST_RADIOS)
  if (kind === 'yes_no') return <YesNo {...props} label={label} hint={hint} required={required} />
  if (isGroup) return <Group {...props} label={label} hint={hint} required={required} />
  return (
    <Field label={label} hint={hint} error={error} {...(!required && { optional: texts.optional })}>
      {(control) => <Line {...props} control={control} required={required} />}
    </Field>
  )
}

const INPUTS: Partial<Record<AskedField['kind'], Record<string, string>>> = {
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
  link: { type: 'url', inputMode: 'url' },
  number: { inputMode: 'decimal' },
  money: { inputMode: 'decimal' },
  date: { type: 'date' },
  date_time: { type: 'datetime-local' },
}

function Line({
  field,
  value,
  control,
  required,
  prepare,
}: QuestionProps & { control: FieldControl; required: boolean }) {
  const { id, kind, choices = [], currency = '' } = field
  const text = typeof value === 'string' ? value : ''
  if (kind === 'file' || kind === 'image')
    // Turning the page ended the sending.
    return <FileLine {...{ field, control, prepare }} value={text === UPLOADING ? '' : text} />
  const shared = { ...control, name: id, 'aria-required': required || undefined }
  if (kind === 'long_text') return <Textarea {...shared} rows={4} defaultValue={text} />
  if (kind === 'choice')
    return (
      <select {...shared} className="bb-input">
        <option value="">{texts.choose}</option>
        {choices.map(({ value: each, title }) => (
          // Not `defaultValue` of the menu: preact has it on the server only.
          <option key={each} value={each} selected={each === text}>
            {title}
          </option>
        ))}
      </select>
    )
  const lead = kind === 'money' ? currencySign(currency) || currency.toUpperCase() : undefined
  return <Input {...shared} {...INPUTS[kind]} {...(lead && { lead })} defaultValue={text} />
}

/**
 * A question for a file. Its script loads when the page runs, so that pages without files do not have it. The first control stays
 * until a file is chosen: replaced by another while the browser's own window for files is open, it would take the
 * file with it, and it would not be sent.
 */
function FileLine({
  prepare,
  ...props
}: Omit<FileQuestionProps, 'prepare' | 'chosen'> & Pick<QuestionProps, 'prepare'>) {
  const [View, setView] = useState<FunctionComponent<FileQuestionProps>>()
  const [chosen, setChosen] = useState<File>()
  const [hadFile] = useState(props.value !== '')
  const input = useRef<HTMLInputElement>(null)
  const isReady = Boolean(prepare)
  useEffect(() => {
    if (isReady) void import('./file-question.tsx').then(({ FileQuestion }) => setView(() => FileQuestion))
  }, [isReady])
  // Chosen before this script ran.
  useEffect(() => setChosen(input.current?.files?.[0]), [])
  if (View && prepare && (chosen || hadFile)) return <View {...props} prepare={prepare} chosen={chosen} />
  return (
    <div className="form-file">
      {/* The form waits for a file that was chosen, as it does while one is sent. */}
      <input type="hidden" name={props.field.id} value={chosen ? UPLOADING : ''} />
      <input
        ref={input}
        {...props.control}
        className="bb-input"
        type="file"
        accept={acceptOf(props.field)}
        onChange={(event) => {
          event.stopPropagation()
          setChosen(event.currentTarget.files?.[0])
        }}
      />
      <p className="bb-hint">{texts.file.most(fileBytes(props.field) / 1_000_000)}</p>
    </div>
  )
}

interface Labeled extends QuestionProps {
  label: string
  hint: string | undefined
  required: boolean
}

function Group({ field, value, error, label, hint, required }: Labeled) {
  const { id, kind, max = 5, choices = [] } = field
  const note = `${id}-note`
  const options =
    kind === 'rating'
      ? Array.from({ length: max }, (_, at) => ({ value: String(at + 1), title: number(at + 1) }))
      : choices
  const isChosen = (each: string) => (Array.isArray(value) ? value.includes(each) : value === each)
  return (
    <fieldset
      className="form-choices"
      data-row={kind === 'rating' ? '' : undefined}
      aria-describedby={error || hint ? note : undefined}
    >
      <legend className="bb-label">
        {label}
        {required ? null : <small> {texts.optional}</small>}
      </legend>
      {options.map(({ value: each, title }) => (
        <label key={each} className="form-choice">
          <input
            type={kind === 'choices' ? 'checkbox' : 'radio'}
            name={id}
            value={each}
            defaultChecked={isChosen(each)}
            aria-invalid={error ? true : undefined}
          />
          <bdi>{title}</bdi>
        </label>
      ))}
      <Under id={note} hint={hint} error={error} />
    </fieldset>
  )
}

function YesNo({ field: { id }, value, error, label, hint, required }: Labeled) {
  const note = `${id}-note`
  return (
    <div className="form-choices">
      <label className="form-choice">
        <input
          type="checkbox"
          name={id}
          defaultChecked={value === true}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? note : undefined}
        />
        <bdi>{label}</bdi>
      </label>
      <Under id={note} hint={hint} error={error} />
    </div>
  )
}

function Under({ id, hint, error }: { id: string; hint: ReactNode; error: string | undefined }) {
  if (!error && !hint) return null
  return (
    <p className={error ? 'bb-error' : 'bb-hint'} id={id}>
      {error ?? hint}
    </p>
  )
}
