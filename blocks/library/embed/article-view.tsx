import type { ReactNode } from 'react'
import type { Article, Mark, Node, Picture } from '../endpoints.ts'

type DrawPicture = (picture: Picture['attrs'], key: number) => ReactNode

/**
 * An article as elements: its strings are text, never markup, and other nodes than these do not exist.
 * @param renderPicture draws a picture, whose address depends on who reads it
 */
export const ArticleView = ({ doc, renderPicture }: { doc: Article; renderPicture: DrawPicture }) => (
  <div className="lib-article">{children(doc.content, renderPicture)}</div>
)

const children = (nodes: readonly Node[] | undefined, picture: DrawPicture): ReactNode[] =>
  (nodes ?? []).map((node, at) => element(node, at, picture))

function element(node: Node, key: number, picture: DrawPicture): ReactNode {
  switch (node.type) {
    case 'text':
      return (node.marks ?? []).reduce<ReactNode>((inside, mark) => marked(mark, inside, key), node.text)
    case 'hardBreak':
      return <br key={key} />
    case 'horizontalRule':
      return <hr key={key} />
    case 'image':
      return picture(node.attrs, key)
    case 'heading': {
      const Heading = `h${node.attrs.level}` as const
      return <Heading key={key}>{children(node.content, picture)}</Heading>
    }
    case 'paragraph':
      return <p key={key}>{children(node.content, picture)}</p>
    case 'bulletList':
      return <ul key={key}>{children(node.content, picture)}</ul>
    case 'orderedList':
      return <ol key={key}>{children(node.content, picture)}</ol>
    case 'listItem':
      return <li key={key}>{children(node.content, picture)}</li>
    case 'blockquote':
      return <blockquote key={key}>{children(node.content, picture)}</blockquote>
    case 'codeBlock':
      return (
        <pre key={key}>
          <code>{children(node.content, picture)}</code>
        </pre>
      )
    default:
      return null
  }
}

function marked(mark: Mark, inside: ReactNode, key: number): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong key={key}>{inside}</strong>
    case 'italic':
      return <em key={key}>{inside}</em>
    case 'strike':
      return <s key={key}>{inside}</s>
    case 'code':
      return <code key={key}>{inside}</code>
    case 'link':
      return (
        <a key={key} href={mark.attrs.href} target="_blank" rel="noopener noreferrer nofollow">
          {inside}
        </a>
      )
    default:
      return inside
  }
}
