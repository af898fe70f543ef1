import type { Editor } from '@tiptap/core'
import {
  Code,
  Heading2,
  Heading3,
  Heading4,
  Image,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Pilcrow,
  Quote,
} from 'lucide-react'

export interface BlockCommand {
  name: string
  /** Other words that find it in the slash menu. */
  also: string
  /** As keys are written on this page; the editor binds them itself. */
  keys?: string
  Icon: LucideIcon
  isActive: (editor: Editor) => boolean
  run: (editor: Editor) => void
}

const heading = (level: 2 | 3 | 4, name: string, Icon: LucideIcon): BlockCommand => ({
  name,
  also: `heading title h${level}`,
  keys: `Ctrl Alt ${level}`,
  Icon,
  isActive: (editor) => editor.isActive('heading', { level }),
  run: (editor) => void editor.chain().focus().toggleHeading({ level }).run(),
})

/** What a paragraph can become, for the toolbar and the slash menu. */
export const BLOCK_COMMANDS: readonly BlockCommand[] = [
  {
    name: 'Text',
    also: 'paragraph plain',
    keys: 'Ctrl Alt 0',
    Icon: Pilcrow,
    isActive: (editor) => editor.isActive('paragraph'),
    run: (editor) => void editor.chain().focus().setParagraph().run(),
  },
  heading(2, 'Heading', Heading2),
  heading(3, 'Subheading', Heading3),
  heading(4, 'Small heading', Heading4),
  {
    name: 'Bulleted list',
    also: 'ul unordered points',
    keys: 'Ctrl Shift 8',
    Icon: List,
    isActive: (editor) => editor.isActive('bulletList'),
    run: (editor) => void editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'Numbered list',
    also: 'ol ordered steps',
    keys: 'Ctrl Shift 7',
    Icon: ListOrdered,
    isActive: (editor) => editor.isActive('orderedList'),
    run: (editor) => void editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'Quote',
    also: 'blockquote citation',
    keys: 'Ctrl Shift B',
    Icon: Quote,
    isActive: (editor) => editor.isActive('blockquote'),
    run: (editor) => void editor.chain().focus().toggleBlockquote().run(),
  },
  {
    name: 'Code',
    also: 'code block pre',
    keys: 'Ctrl Alt C',
    Icon: Code,
    isActive: (editor) => editor.isActive('codeBlock'),
    run: (editor) => void editor.chain().focus().toggleCodeBlock().run(),
  },
  {
    name: 'Picture',
    also: 'image photo',
    Icon: Image,
    isActive: (editor) => editor.isActive('image'),
    run: (editor) => editor.storage.image.choose(),
  },
  {
    name: 'Line',
    also: 'divider horizontal rule hr',
    Icon: Minus,
    isActive: () => false,
    run: (editor) => void editor.chain().focus().setHorizontalRule().run(),
  },
]

/** Those whose name, or another word for them, begins with what was typed. */
export const matchingCommands = (typed: string): BlockCommand[] =>
  BLOCK_COMMANDS.filter(({ name, also }) =>
    `${name} ${also}`
      .toLowerCase()
      .split(' ')
      .some((word) => word.startsWith(typed.toLowerCase())),
  )
