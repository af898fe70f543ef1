import '#ui/code/code-block.css'
import { classNames } from '#ui/base/class-names.ts'
import { markupPieces } from '#ui/code/code-markup.ts'

export interface SampleCodeProps {
  /** Heading of the code block. */
  title: string
  block?: string
  theme: string
  /** A comment above the tag. */
  comment?: string
  className?: string
}

/**
 * The script tag as it appears in a page. Its key is a placeholder, so it has no copy button; /try shows the
 * real tag.
 */
export function SampleCode({ title, block = 'pay', theme, comment, className }: SampleCodeProps) {
  const tag = `<script async src="…/v1/bb.js"
  data-tenant="pk_…"
  data-block="${block}"
  data-theme="${theme}"></script>`
  return (
    <figure className={classNames('bb-code', className)} aria-label={title}>
      <figcaption className="bb-code-head">{title}</figcaption>
      <pre>
        {markupPieces(comment ? `<!-- ${comment} -->\n${tag}` : tag).map(([kind, text], at) => (
          <span key={at} data-kind={kind}>
            {text}
          </span>
        ))}
      </pre>
    </figure>
  )
}
