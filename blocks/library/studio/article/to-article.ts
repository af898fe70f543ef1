import type { Article, Mark, Node } from '#blocks/library/endpoints.ts'

/** What the editor holds: ProseMirror's form, with any attributes. */
export interface EditorNode {
  type?: string
  text?: string
  attrs?: Record<string, unknown>
  marks?: EditorNode[]
  content?: EditorNode[]
}

const PLAIN_MARKS = ['bold', 'italic', 'strike', 'code'] as const
const CONTAINERS = ['paragraph', 'bulletList', 'orderedList', 'listItem', 'blockquote', 'codeBlock'] as const

/** Addresses that a link may have, as the server checks them. */
export const isLinkAddress = (href: unknown): href is string =>
  typeof href === 'string' && /^(https?:\/\/|mailto:)\S+$/i.test(href) && URL.canParse(href)

/**
 * What is stored of the editor's document: only nodes, marks and attributes that the server takes. Others are dropped, their
 * text stays.
 * @returns undefined without any content
 */
export function toArticle(doc: EditorNode): Article | undefined {
  const content = nodesOf(doc.content)
  return content.some(hasContent) ? { type: 'doc', content } : undefined
}

function nodesOf(nodes: readonly EditorNode[] = []): Node[] {
  return nodes.flatMap((node): Node[] => {
    const { type, text, attrs = {} } = node
    if (type === 'text') return text ? [{ type, text, ...marksOf(node) }] : []
    if (type === 'hardBreak' || type === 'horizontalRule') return [{ type }]
    if (type === 'image') return pictureOf(attrs)
    const content = nodesOf(node.content)
    const inside = content.length > 0 ? { content } : {}
    if (type === 'heading') return [{ type, attrs: { level: levelOf(attrs.level) }, ...inside }]
    const container = CONTAINERS.find((each) => each === type)
    return container ? [{ type: container, ...inside }] : content
  })
}

function pictureOf({ path, alt, width, height }: Record<string, unknown>): Node[] {
  if (typeof path !== 'string') return []
  const size = typeof width === 'number' && typeof height === 'number' ? { width, height } : {}
  return [{ type: 'image', attrs: { path, alt: typeof alt === 'string' ? alt.trim() : '', ...size } }]
}

const levelOf = (level: unknown): 2 | 3 | 4 => (level === 3 || level === 4 ? level : 2)

function marksOf({ marks = [] }: EditorNode): { marks?: Mark[] } {
  const kept = marks.flatMap(({ type, attrs }): Mark[] => {
    const plain = PLAIN_MARKS.find((each) => each === type)
    if (plain) return [{ type: plain }]
    return type === 'link' && isLinkAddress(attrs?.href) ? [{ type, attrs: { href: attrs.href } }] : []
  })
  return kept.length > 0 ? { marks: kept } : {}
}

const hasContent = (node: Node): boolean =>
  node.type === 'text' ||
  node.type === 'image' ||
  node.type === 'horizontalRule' ||
  ('content' in node && (node.content ?? []).some(hasContent))
