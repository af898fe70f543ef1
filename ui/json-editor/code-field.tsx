import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { linter } from '@codemirror/lint'
import { Annotation, Compartment, type Extension } from '@codemirror/state'
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { codeColours, codeLook } from './code-look.ts'
import { readJsonObject } from './json-text.ts'

export interface CodeFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  invalid: boolean
  /** Id of the words under the field. */
  noteId: string
}

/** The line that is wrong is marked in place, with the reason at the pointer. */
const marks = linter(
  ({ state: { doc } }) => {
    const read = readJsonObject(doc.toString())
    if (!('problem' in read)) return []
    const { at, message } = read.problem
    const line = doc.lineAt(at)
    return [{ from: line.from, to: line.to, severity: 'error', message }]
  },
  { delay: 300 },
)

/** Tab leaves the field: it is one stop among others of a form. */
const ground: Extension[] = [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  EditorView.lineWrapping,
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
  json(),
  codeColours,
  codeLook,
  marks,
]

function attributes({ label, invalid, noteId }: Pick<CodeFieldProps, 'label' | 'invalid' | 'noteId'>) {
  return EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-describedby': noteId,
    ...(invalid ? { 'aria-invalid': 'true' } : {}),
  })
}

/** Marks a text that was set, not typed: telling it back would undo what came with it meanwhile. */
const fromOutside = Annotation.define<boolean>()

/** The editor itself; what comes from outside replaces the text and can be undone. */
export function CodeField({ label, value, onChange, invalid, noteId }: CodeFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const said = useRef(new Compartment())
  const change = useRef(onChange)
  const start = useRef({ value, label, invalid, noteId })
  useEffect(() => {
    change.current = onChange
  })

  useEffect(() => {
    const made = new EditorView({
      parent: place.current!,
      doc: start.current.value,
      extensions: [
        ground,
        said.current.of(attributes(start.current)),
        EditorView.updateListener.of((update) => {
          const typed = update.transactions.some((each) => each.docChanged && !each.annotation(fromOutside))
          if (typed) change.current(update.state.doc.toString())
        }),
      ],
    })
    view.current = made
    return () => made.destroy()
  }, [])

  useEffect(() => {
    const doc = view.current?.state.doc
    if (doc && doc.toString() !== value)
      view.current?.dispatch({
        changes: { from: 0, to: doc.length, insert: value },
        annotations: fromOutside.of(true),
      })
  }, [value])

  useEffect(() => {
    view.current?.dispatch({ effects: said.current.reconfigure(attributes({ label, invalid, noteId })) })
  }, [label, invalid, noteId])

  return <div ref={place} className="bb-json-field" />
}
