/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events -- the text keeps the focus and handles the keys of the menu; a select would take it */
import './article.css'
import { EditorContent, useEditor } from '@tiptap/react'
import type { Editor } from '@tiptap/core'
import { useEffect, useId, useRef } from 'react'
import type { Article } from '#blocks/library/endpoints.ts'
import { ArticleToolbar } from './article-toolbar.tsx'
import { cleanPasted } from './clean-pasted.ts'
import { articleExtensions } from './extensions.ts'
import { toArticle } from './to-article.ts'
import { useSlashMenu } from './use-slash-menu.ts'

export interface ArticleEditorProps {
  label: string
  /** What is written so far. A value that the editor did not report itself replaces its content. */
  value: Article | undefined
  isInvalid?: boolean
  onChange: (article: Article | undefined) => void
}

/** A text with the blocks and marks of an article: by the toolbar, shortcuts, a slash, Markdown signs and pasting. */
export default function ArticleEditor({ label, value, isInvalid = false, onChange }: ArticleEditorProps) {
  const latest = useRef({ onChange, value })
  useEffect(() => {
    latest.current.onChange = onChange
  })
  const editor = useEditor({
    extensions: articleExtensions('Write here, or type / for headings, lists and quotes'),
    content: value ?? '',
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: 'bb-article' },
      transformPastedHTML: cleanPasted,
    },
    onUpdate({ editor: now }) {
      const article = toArticle(now.getJSON())
      latest.current.value = article
      latest.current.onChange(article)
    },
  })

  useEffect(() => {
    if (latest.current.value === value) return
    latest.current.value = value
    editor.commands.setContent(value ?? '', { emitUpdate: false })
  }, [editor, value])

  useEffect(() => {
    if (isInvalid) editor.view.dom.setAttribute('aria-invalid', 'true')
    else editor.view.dom.removeAttribute('aria-invalid')
  }, [editor, isInvalid])

  return <EditorBox editor={editor} />
}

function EditorBox({ editor }: { editor: Editor }) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const { open, active, choose, onKey } = useSlashMenu(editor, box)
  const option = (at: number) => `${id}-${at}`

  // The focus stays in the text, so the chosen line is announced from there.
  useEffect(() => {
    const { dom } = editor.view
    if (open) {
      dom.setAttribute('aria-controls', id)
      dom.setAttribute('aria-activedescendant', `${id}-${active}`)
    } else {
      dom.removeAttribute('aria-controls')
      dom.removeAttribute('aria-activedescendant')
    }
  }, [editor, open, active, id])

  return (
    // Keys that belong to the open menu must not reach the editor.
    <div
      ref={box}
      className="bb-article-box"
      onKeyDownCapture={(event) => {
        if (!onKey(event)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <ArticleToolbar editor={editor} />
      <EditorContent editor={editor} />
      {open ? (
        <div
          id={id}
          role="listbox"
          aria-label="Insert"
          className="bb-popover bb-article-menu"
          style={{ left: open.at.left, top: open.at.top }}
        >
          {open.commands.map((command, at) => (
            <div
              key={command.name}
              id={option(at)}
              role="option"
              aria-selected={at === active}
              className="bb-item"
              data-highlighted={at === active ? '' : undefined}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(command)}
            >
              <command.Icon size={16} strokeWidth={1.75} aria-hidden />
              {command.name}
              {command.keys ? (
                <span className="bb-item-end text-caption text-text-3">{command.keys}</span>
              ) : null}
            </div>
          ))}
        </div>
      ) : null}
    </div>
  )
}
