import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { linter } from '@codemirror/lint'
import { Annotation, Compartment, type Extension } from '@codemirror/state'
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { syntaxColors, editorTheme } from './editor-theme.ts'
import { readJsonObject } from './json-text.ts'

export interface CodeFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  invalid: boolean
  /** Id of the hint or error under the field. */
  noteId: string
}

/** Underlines the invalid line and shows the reason on hover. */
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

/** No Tab binding: Tab moves to the next field of the form. */
const baseExtensions: Extension[] = [
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
  syntaxColors,
  editorTheme,
  marks,
]

function attributes({ label, invalid, noteId }: Pick<CodeFieldProps, 'label' | 'invalid' | 'noteId'>) {
  return EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-describedby': noteId,
    ...(invalid ? { 'aria-invalid': 'true' } : {}),
  })
}

/** Marks changes set from props. Reporting them through `onChange` would overwrite newer state. */
const fromOutside = Annotation.define<boolean>()

/** The CodeMirror editor. A changed `value` replaces the text, and the user can undo it. */
export function CodeField({ label, value, onChange, invalid, noteId }: CodeFieldProps) {
  const container = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const attributeCompartment = useRef(new Compartment())
  const change = useRef(onChange)
  const start = useRef({ value, label, invalid, noteId })
  useEffect(() => {
    change.current = onChange
  })

  useEffect(() => {
    const editor = new EditorView({
      parent: container.current!,
      doc: start.current.value,
      extensions: [
        baseExtensions,
        attributeCompartment.current.of(attributes(start.current)),
        EditorView.updateListener.of((update) => {
          const typed = update.transactions.some((each) => each.docChanged && !each.annotation(fromOutside))
          if (typed) change.current(update.state.doc.toString())
        }),
      ],
    })
    view.current = editor
    return () => editor.destroy()
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
    view.current?.dispatch({
      effects: attributeCompartment.current.reconfigure(attributes({ label, invalid, noteId })),
    })
  }, [label, invalid, noteId])

  return <div ref={container} className="bb-json-field" />
}
