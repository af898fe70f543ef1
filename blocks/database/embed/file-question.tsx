import './file-question.css'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { CallError, refusalWords } from '#kernel/browser/call.ts'
import { acceptOf, acceptsType, fileBytes } from '#kernel/browser/fields/file-types.ts'
import { sendFile } from '#kernel/browser/fields/file-upload.ts'
import type { PreparedUpload } from '#kernel/browser/fields/file-upload.ts'
import { number } from '#kernel/browser/local.ts'
import type { AskedField } from '#kernel/browser/forms/form-design.ts'
import { Button } from '#ui/base/button.tsx'
import type { FieldControl } from '#ui/base/field.tsx'
import { texts } from './texts/spoken.ts'
import { fileAnswer, nameInAnswer, UPLOADING } from './typed-answers.ts'

export type PrepareUpload = (field: string, name: string) => Promise<PreparedUpload>

export interface FileQuestionProps {
  field: AskedField
  control: FieldControl
  /** The id of the upload and the name of the file. */
  value: string
  prepare: PrepareUpload
  /** Chosen before this script had loaded. */
  chosen: File | undefined
}

type State =
  | { is: 'empty'; problem?: string }
  | { is: 'sending'; file: File; part: number }
  | { is: 'failed'; file: File; problem: string }
  | { is: 'done'; name: string }

const percentOf = (part: number) => `${number(Math.round(part * 100))}%`

/** Sends a file as soon as it is chosen. The form's answer is in a hidden control, like the other answers. */
export function FileQuestion({ field, control, value, prepare, chosen }: FileQuestionProps) {
  const name = nameInAnswer(value)
  const [state, setState] = useState<State>(name ? { is: 'done', name } : { is: 'empty' })
  const answer = useRef<HTMLInputElement>(null)
  const element = useRef<HTMLDivElement>(null)
  const running = useRef<AbortController>(undefined)
  const words = texts.file

  function put(next: string) {
    if (!answer.current) return
    answer.current.value = next
    answer.current.dispatchEvent(new Event('input', { bubbles: true }))
  }

  async function send(file: File) {
    const own = new AbortController()
    running.current?.abort()
    running.current = own
    const bad = problemOf(field, file)
    if (bad) {
      put('')
      setState({ is: 'empty', problem: bad })
      return
    }
    put(UPLOADING)
    setState({ is: 'sending', file, part: 0 })
    try {
      const prepared = await prepare(field.id, file.name)
      const onProgress = (part: number) => setState({ is: 'sending', file, part })
      const stored = await sendFile(prepared, file, { signal: own.signal, onProgress })
      put(fileAnswer(stored.id, file.name))
      setState({ is: 'done', name: file.name })
    } catch (error) {
      if (own.signal.aborted) return
      const { code } = error as Partial<CallError>
      put('')
      if (code === 'type' || code === 'too_large') setState({ is: 'empty', problem: codeText(field, code) })
      else
        setState({
          is: 'failed',
          file,
          problem: refusalWords(error, { ...texts.errors, unexpected: words.failed }),
        })
    }
  }

  function remove() {
    running.current?.abort()
    put('')
    setState({ is: 'empty' })
    // The control that had the focus is gone.
    setTimeout(() => element.current?.querySelector<HTMLElement>('input[type=file]')?.focus())
  }

  useEffect(() => {
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once, with what was chosen before
    if (chosen) void send(chosen)
    // On another page of the form, nothing could take the answer.
    return () => running.current?.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same
  }, [])

  return (
    <div className="form-file" ref={element}>
      <input ref={answer} type="hidden" name={field.id} defaultValue={value} />
      {state.is === 'empty' ? (
        <input
          {...control}
          className="bb-input"
          type="file"
          accept={acceptOf(field)}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            event.stopPropagation()
            const file = event.currentTarget.files?.[0]
            if (file) void send(file)
          }}
        />
      ) : (
        <div className="form-file-chosen" id={control.id} aria-describedby={control['aria-describedby']}>
          <bdi>{state.is === 'done' ? state.name : state.file.name}</bdi>
          {state.is === 'sending' ? (
            <progress value={state.part} max={1} aria-label={words.sending(percentOf(state.part))} />
          ) : null}
          {state.is === 'failed' ? (
            <Button size="small" onClick={() => void send(state.file)}>
              {words.again}
            </Button>
          ) : null}
          <Button size="small" onClick={remove}>
            {words.remove}
          </Button>
        </div>
      )}
      <output className={'problem' in state && state.problem ? 'bb-error' : 'bb-hint'}>
        {'problem' in state && state.problem
          ? state.problem
          : state.is === 'sending'
            ? words.sending(percentOf(state.part))
            : state.is === 'done'
              ? words.done
              : words.most(fileBytes(field) / 1_000_000)}
      </output>
    </div>
  )
}

function problemOf(field: AskedField, file: File): string | undefined {
  if (file.size > fileBytes(field)) return codeText(field, 'too_large')
  // Browsers know few types; the server reads the content.
  const isKnownOther = field.kind === 'image' && file.type !== '' && !acceptsType(field, file.type)
  return isKnownOther ? codeText(field, 'type') : undefined
}

const codeText = (field: AskedField, code: 'type' | 'too_large') =>
  code === 'type' ? texts.file.wrongType : texts.file.tooLarge(fileBytes(field) / 1_000_000)
