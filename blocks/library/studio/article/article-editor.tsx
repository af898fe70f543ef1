/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events -- the text keeps the focus and handles the keys of the menu; a select would take it */
import './article.css'
import { EditorContent, useEditor } from '@tiptap/react'
import type { Editor } from '@tiptap/core'
import { useCallback, useEffect, useId, useRef } from 'react'
import type { Article } from '#blocks/library/endpoints.ts'
import { acceptOf } from '../media/check-file.ts'
import { ArticleToolbar } from './article-toolbar.tsx'
import { cleanPasted } from './clean-pasted.ts'
import { articleExtensions } from './extensions.ts'
import { toArticle } from './to-article.ts'
import { usePictures } from './use-pictures.ts'
import { useSlashMenu } from './use-slash-menu.ts'

export interface ArticleEditorProps {
  tenantId: string
  label: string
  /** What is written so far. A value that the editor did not report itself replaces its content. */
  value: Article | undefined
  isInvalid?: boolean
  onChange: (article: Article | undefined) => void
}

type Attributes = Record<string, string>

/** A text with the blocks and marks of an article: by the toolbar, shortcuts, a slash, Markdown signs and pasting. */
export default function ArticleEditor(props: ArticleEditorProps) {
  const { tenantId, label, value, isInvalid = false, onChange } = props
  const pictures = usePictures(tenantId)
  const chooser = useRef<HTMLInputElement>(null)
  const take = useRef(pictures.take)
  const latest = useRef({ onChange, value })
  useEffect(() => {
    latest.current.onChange = onChange
    take.current = pictures.take
  })
  const attributes = useRef<Attributes>({})
  const editor = useEditor({
    extensions: articleExtensions(
      { tenantId, choose: () => chooser.current?.click() },
      'Write here, or type / for headings, lists, quotes and pictures',
    ),
    content: value ?? '',
    editorProps: {
      // A function, because the editor reads it when it is mounted, which may be after the first effects.
      attributes: () => ({
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: 'bb-article',
        ...attributes.current,
      }),
      transformPastedHTML: cleanPasted,
      // Word adds a picture of the text to what it copies, so text comes first.
      handlePaste: (_view, { clipboardData }) =>
        !clipboardData?.types.includes('text/html') && take.current(clipboardData?.files),
      handleDrop: (_view, { dataTransfer }, _slice, isMoved) => !isMoved && take.current(dataTransfer?.files),
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

  const { attach } = pictures
  useEffect(() => {
    attach(editor)
    // oxlint-disable-next-line react/exhaustive-deps -- it stores the editor alone
  }, [editor])

  const describe = useCallback(
    (more: Attributes) => {
      attributes.current = more
      editor.setOptions()
    },
    [editor],
  )
  return (
    <>
      <input
        ref={chooser}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={`${label}: choose a picture`}
        accept={acceptOf('cover')}
        multiple
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          pictures.take(files)
        }}
      />
      <EditorBox editor={editor} isInvalid={isInvalid} describe={describe} />
      <output className="text-small text-text-2">
        {pictures.sending.length > 0 ? `Uploading ${pictures.sending.join(', ')}...` : ''}
      </output>
      {pictures.problem ? (
        <p className="bb-error" role="alert">
          {pictures.problem}
        </p>
      ) : null}
    </>
  )
}

interface EditorBoxProps {
  editor: Editor
  isInvalid: boolean
  /** Sets attributes of the text besides its own. */
  describe: (more: Attributes) => void
}

function EditorBox({ editor, isInvalid, describe }: EditorBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const { open, active, choose, onKey } = useSlashMenu(editor, box)
  const option = (at: number) => `${id}-${at}`

  // The focus stays in the text, so the chosen line is announced from there.
  useEffect(() => {
    describe({
      ...(isInvalid && { 'aria-invalid': 'true' }),
      ...(open && { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` }),
    })
  }, [describe, isInvalid, open, active, id])

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
