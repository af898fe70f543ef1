import type { Extensions } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Code } from '@tiptap/extension-code'
import { CodeBlock } from '@tiptap/extension-code-block'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Strike } from '@tiptap/extension-strike'
import { Text } from '@tiptap/extension-text'
import { Placeholder, UndoRedo } from '@tiptap/extensions'
import { ArticlePicture, type PictureOptions } from './picture-node.tsx'
import { isLinkAddress } from './to-article.ts'

/** Titles of pasted pages become the nearest level that an article has: its own title is level 1. */
const ArticleHeading = Heading.extend({
  parseHTML() {
    return [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      attrs: { level: Math.min(Math.max(level, 2), 4) },
    }))
  },
}).configure({ levels: [2, 3, 4] })

/** The stored form has the address only. */
const ArticleLink = Link.extend({
  addAttributes() {
    return { href: { default: null } }
  },
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  isAllowedUri: (address) => isLinkAddress(address),
  HTMLAttributes: { target: null, rel: null },
})

/** Exactly the nodes and marks of an article (`Node` and `Mark` in `endpoints.ts`), and the tools to write them. */
export const articleExtensions = (pictures: PictureOptions, placeholder: string): Extensions => [
  Document,
  Text,
  Paragraph,
  ArticleHeading,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  Blockquote,
  CodeBlock,
  HardBreak,
  HorizontalRule,
  ArticlePicture.configure(pictures),
  Bold,
  Italic,
  Strike,
  Code,
  ArticleLink,
  UndoRedo,
  Placeholder.configure({ placeholder }),
]
