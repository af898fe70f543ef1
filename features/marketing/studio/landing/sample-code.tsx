import { classNames } from '#ui/base/class-names.ts'
import { ScriptTagText } from '#ui/code/script-tag-text.tsx'
import { sampleTag } from './sample-tag.ts'

export interface SampleCodeProps {
  /** Heading of the code block. */
  title: string
  block: string
  /** Height that the tag reserves, in pixels. */
  height: number
  /** Attribute that names what the block shows, by its manifest. */
  shows?: string | undefined
  theme: string
  className?: string
}

/**
 * The script tag as it appears in a page. Its key is a placeholder, so it has no copy button; /try shows the
 * real tag.
 */
export function SampleCode({ title, block, height, shows, theme, className }: SampleCodeProps) {
  return (
    <figure className={classNames('bb-code', className)} aria-label={title}>
      <figcaption className="bb-code-head">{title}</figcaption>
      <pre>
        <ScriptTagText attributes={sampleTag(block, theme, height, shows)} />
      </pre>
    </figure>
  )
}
