import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Bold, Italic, Link, Redo2, Strikethrough, SquareCode, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { BLOCK_COMMANDS } from './block-commands.tsx'
import { LinkDialog } from './link-dialog.tsx'

const MARKS = [
  { name: 'bold', label: 'Bold (Ctrl B)', Icon: Bold },
  { name: 'italic', label: 'Italic (Ctrl I)', Icon: Italic },
  { name: 'strike', label: 'Strikethrough (Ctrl Shift S)', Icon: Strikethrough },
  { name: 'code', label: 'Inline code (Ctrl E)', Icon: SquareCode },
] as const

/** Marks and blocks of the selection. */
export function ArticleToolbar({ editor }: { editor: Editor }) {
  const [isLinking, setLinking] = useState(false)
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      marks: MARKS.filter(({ name }) => now.isActive(name)).map(({ name }) => name as string),
      blocks: BLOCK_COMMANDS.filter(({ isActive }) => isActive(now)).map(({ name }) => name),
      isLink: now.isActive('link'),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  })
  return (
    <div role="toolbar" aria-label="Format" className="bb-article-tools">
      {MARKS.map(({ name, label, Icon }) => (
        <Tool
          key={name}
          label={label}
          pressed={active.marks.includes(name)}
          icon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => editor.chain().focus().toggleMark(name).run()}
        />
      ))}
      <Tool
        label="Link"
        pressed={active.isLink}
        icon={<Link size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => setLinking(true)}
      />
      <span className="bb-article-gap" aria-hidden />
      {BLOCK_COMMANDS.map(({ name, keys, Icon, run }) => (
        <Tool
          key={name}
          label={keys ? `${name} (${keys})` : name}
          pressed={active.blocks.includes(name)}
          icon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => run(editor)}
        />
      ))}
      <span className="bb-article-gap" aria-hidden />
      <IconButton
        label="Undo (Ctrl Z)"
        disabled={!active.canUndo}
        icon={<Undo2 size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => editor.chain().focus().undo().run()}
      />
      <IconButton
        label="Redo (Ctrl Shift Z)"
        disabled={!active.canRedo}
        icon={<Redo2 size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => editor.chain().focus().redo().run()}
      />
      {isLinking ? <LinkDialog editor={editor} onClose={() => setLinking(false)} /> : null}
    </div>
  )
}

function Tool({
  pressed,
  ...button
}: {
  label: string
  pressed: boolean
  icon: ReactNode
  onClick: () => void
}) {
  return <IconButton {...button} aria-pressed={pressed} />
}
