import type { ReactNode } from 'react'
import type { Article, Mark, Node } from '../endpoints.ts'

/** An article as elements: its strings are text, never markup, and other nodes than these do not exist. */
export const ArticleView = ({ doc }: { doc: Article }) => (
  <div className="lib-article">{children(doc.content)}</div>
)

const children = (nodes: readonly Node[] = []): ReactNode[] => nodes.map((node, at) => element(node, at))

function element(node: Node, key: number): ReactNode {
  switch (node.type) {
    case 'text':
      return (node.marks ?? []).reduce<ReactNode>((inside, mark) => marked(mark, inside, key), node.text)
    case 'hardBreak':
      return <br key={key} />
    case 'horizontalRule':
      return <hr key={key} />
    case 'heading': {
      const Heading = `h${node.attrs.level}` as const
      return <Heading key={key}>{children(node.content)}</Heading>
    }
    case 'paragraph':
      return <p key={key}>{children(node.content)}</p>
    case 'bulletList':
      return <ul key={key}>{children(node.content)}</ul>
    case 'orderedList':
      return <ol key={key}>{children(node.content)}</ol>
    case 'listItem':
      return <li key={key}>{children(node.content)}</li>
    case 'blockquote':
      return <blockquote key={key}>{children(node.content)}</blockquote>
    case 'codeBlock':
      return (
        <pre key={key}>
          <code>{children(node.content)}</code>
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
