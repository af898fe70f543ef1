import '#ui/code/code-block.css'
import { classNames } from '#ui/base/class-names.ts'
import { blockPlace } from '#blocks/registry.ts'
import { scriptTag } from '#kernel/browser/snippet.ts'
import { CodeText } from '#ui/code/code-text.tsx'

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
  const tag = scriptTag({ public_key: 'pk_…', theme, mode: 'test' }, blockPlace(block), {
    test: '…',
    live: '…',
  })
  return (
    <figure className={classNames('bb-code', className)} aria-label={title}>
      <figcaption className="bb-code-head">{title}</figcaption>
      <pre>
        <CodeText code={comment ? `<!-- ${comment} -->\n${tag}` : tag} />
      </pre>
    </figure>
  )
}
