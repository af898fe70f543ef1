import type { Article, Mark, Node, Picture } from './endpoints.ts'

/** Deeper documents are not written by people, and would cost the pages that render them. */
const MOST_DEPTH = 12
const MOST_NODES = 20_000
const MOST_TEXT = 200_000
const MOST_ADDRESS = 2000
const MOST_ALT = 300
const MOST_PIXELS = 20_000
/** As `prepareUpload` names files. */
const PATH = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(\.[a-z\d]{1,10})?$/
/** As the database stores it, in bytes. */
const MOST_STORED = 480_000

/** Which nodes a node may contain. */
const INLINE = ['text', 'hardBreak'] as const
const BLOCKS = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'image',
] as const
const CONTENT: Record<string, readonly string[]> = {
  doc: BLOCKS,
  paragraph: INLINE,
  heading: INLINE,
  codeBlock: ['text'],
  blockquote: BLOCKS,
  bulletList: ['listItem'],
  orderedList: ['listItem'],
  listItem: BLOCKS,
  hardBreak: [],
  horizontalRule: [],
  image: [],
}
const PLAIN_MARKS = ['bold', 'italic', 'strike', 'code']

/** Thrown for what an article cannot contain. */
export class BadArticle extends Error {}

/**
 * An article of exactly the nodes, marks and attributes that pages render (`Node` and `Mark` in endpoints.ts). Other attributes, such as
 * classes of a paste, are dropped; other nodes, marks and addresses are refused, so that what is stored is what is shown.
 * @throws {BadArticle}
 */
export function readArticle(given: unknown): Article {
  const budget = { nodes: MOST_NODES, text: MOST_TEXT }
  const { content = [] } = readNode(given, ['doc'], 0, budget) as unknown as Partial<Article>
  const article: Article = { type: 'doc', content }
  if (plainText(article).length > MOST_TEXT || Buffer.byteLength(JSON.stringify(article)) > MOST_STORED)
    throw new BadArticle('The article is too long')
  return article
}

/** What an attacker sends in place of a name may be an object without a text of its own. */
const named = (type: unknown) => (typeof type === 'string' ? type.slice(0, 40) : 'A part without a name')

function readNode(
  given: unknown,
  allowed: readonly string[],
  depth: number,
  budget: { nodes: number; text: number },
): Node {
  const { type, text, marks, attrs, content } = objectOf(given)
  if (typeof type !== 'string' || !allowed.includes(type))
    throw new BadArticle(`${named(type)} is not allowed here`)
  if (depth > MOST_DEPTH || --budget.nodes < 0) throw new BadArticle('The article is too large')
  if (type === 'text') {
    if (typeof text !== 'string' || text === '' || text.includes('\0'))
      throw new BadArticle('A text is empty')
    if ((budget.text -= text.length) < 0) throw new BadArticle('The article is too long')
    const read = readMarks(marks)
    return { type, text: text.toWellFormed(), ...(read.length > 0 && { marks: read }) }
  }
  if (type === 'image') return readPicture(objectOf(attrs ?? {}), budget)
  const children = listOf(content).map((child) => readNode(child, CONTENT[type]!, depth + 1, budget))
  const node = { type, ...(children.length > 0 && { content: children }) }
  if (type !== 'heading') return node as Node
  const { level } = objectOf(attrs ?? {})
  // The title of the item is the first heading.
  return {
    ...node,
    type,
    attrs: { level: level === 3 ? 3 : Number.isInteger(level) && (level as number) >= 4 ? 4 : 2 },
  }
}

/** A path and no address: a picture of another host would see who reads the article. */
function readPicture(
  { path, alt, width, height }: Record<string, unknown>,
  budget: { text: number },
): Picture {
  if (typeof path !== 'string' || !PATH.test(path))
    throw new BadArticle('A picture is not a file of the library')
  const text =
    typeof alt === 'string' ? alt.replaceAll('\0', '').slice(0, MOST_ALT).toWellFormed().trim() : ''
  if ((budget.text -= text.length) < 0) throw new BadArticle('The article is too long')
  const size = isPixels(width) && isPixels(height) ? { width, height } : {}
  return { type: 'image', attrs: { path, alt: text, ...size } }
}

const isPixels = (given: unknown): given is number =>
  Number.isInteger(given) && (given as number) > 0 && (given as number) <= MOST_PIXELS

/** Paths of the pictures of an article that was read, each once. */
export function picturesOf(doc: Article): string[] {
  const paths = new Set<string>()
  const add = (nodes: readonly Node[]) => {
    for (const node of nodes)
      if (node.type === 'image') paths.add(node.attrs.path)
      else if ('content' in node && node.content) add(node.content)
  }
  add(doc.content)
  return [...paths]
}

/** Each mark once: pages nest an element for each. */
function readMarks(given: unknown): Mark[] {
  const read = new Map<string, Mark>()
  for (const mark of listOf(given).map(readMark)) if (!read.has(mark.type)) read.set(mark.type, mark)
  return [...read.values()]
}

function readMark(given: unknown): Mark {
  const { type, attrs } = objectOf(given)
  if (typeof type === 'string' && PLAIN_MARKS.includes(type)) return { type } as Mark
  if (type !== 'link') throw new BadArticle(`The format ${named(type)} is not allowed`)
  const href = linkAddress(objectOf(attrs ?? {})['href'])
  if (href === undefined) throw new BadArticle('A link has no web or email address')
  return { type, attrs: { href } }
}

/** The address in a canonical form; undefined if it is neither http(s) nor mailto, such as `javascript:`. */
export function linkAddress(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > MOST_ADDRESS || !URL.canParse(given)) return undefined
  const { protocol, href } = new URL(given)
  // The canonical form is what is read again, and can be longer: other alphabets are encoded in it.
  return /^(https?|mailto):$/.test(protocol) && href.length <= MOST_ADDRESS ? href : undefined
}

/** The text of an article for the search, a line for each block. */
export function plainText(doc: Article): string {
  const lines: string[] = []
  const add = (nodes: readonly Node[]) => {
    let line = ''
    for (const node of nodes) {
      if (node.type === 'text') line += node.text
      else if (node.type === 'hardBreak') line += ' '
      else if (node.type === 'image') line += node.attrs.alt
      else if ('content' in node && node.content) add(node.content)
    }
    if (line) lines.push(line)
  }
  add(doc.content)
  return lines.join('\n')
}

function objectOf(given: unknown): Record<string, unknown> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new BadArticle('A part of the article is not an object')
  return given as Record<string, unknown>
}

function listOf(given: unknown): unknown[] {
  if (given === undefined) return []
  if (!Array.isArray(given)) throw new BadArticle('A part of the article is not a list')
  return given
}
