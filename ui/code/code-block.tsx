import './code-block.css'
import { Skeleton } from '../base/skeleton.tsx'
import { CodeText } from './code-text.tsx'
import { CopyTextButton } from './copy-button.tsx'

export interface CodeBlockProps {
  /** File name or language, shown above the code. */
  name: string
  /** HTML; undefined while it loads. */
  code: string | undefined
  /** False if the copy button is elsewhere. */
  copyLabel?: string | false
  /** Text while there is no code. */
  waitingText?: string
}

/** Code to paste: always dark, wrapped, with a copy button. */
export function CodeBlock({ name, code, copyLabel = 'Copy', waitingText }: CodeBlockProps) {
  return (
    <figure className="bb-code" aria-label={name} aria-busy={code === undefined}>
      <figcaption className="bb-code-head">
        <span>{name}</span>
        {code === undefined || copyLabel === false ? null : (
          <CopyTextButton variant="ghost" size="small" text={code} label={copyLabel} />
        )}
      </figcaption>
      <pre>
        {code === undefined ? (
          <span className="flex flex-col gap-3 py-1.5">
            <Skeleton width="82%" />
            <Skeleton width="64%" />
            <Skeleton width="40%" />
            {waitingText}
          </span>
        ) : (
          <code>
            <CodeText code={code} />
          </code>
        )}
      </pre>
    </figure>
  )
}
