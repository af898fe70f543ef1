import './code-block.css'
import { useMemo } from 'react'
import { Skeleton } from './base/skeleton.tsx'
import { markupPieces } from './code-markup.ts'
import { CopyWordsButton } from './copy-button.tsx'

export interface CodeBlockProps {
  /** Name of the file or kind at the head. */
  name: string
  /** HTML; nothing while it is being made. */
  code: string | undefined
  /** False where the copy button stands elsewhere. */
  copyLabel?: string | false
  /** Words while there is no code. */
  waitingWords?: string
}

/** Code to paste: always dark, wraps, with a copy button. */
export function CodeBlock({ name, code, copyLabel = 'Copy', waitingWords }: CodeBlockProps) {
  const pieces = useMemo(() => markupPieces(code ?? ''), [code])
  return (
    <figure className="bb-code" aria-label={name} aria-busy={code === undefined}>
      <figcaption className="bb-code-head">
        <span>{name}</span>
        {code === undefined || copyLabel === false ? null : (
          <CopyWordsButton variant="ghost" size="small" text={code} label={copyLabel} />
        )}
      </figcaption>
      <pre>
        {code === undefined ? (
          <span className="flex flex-col gap-3 py-1.5">
            <Skeleton width="82%" />
            <Skeleton width="64%" />
            <Skeleton width="40%" />
            {waitingWords}
          </span>
        ) : (
          <code>
            {pieces.map(([kind, text], at) => (
              <span key={at} data-kind={kind}>
                {text}
              </span>
            ))}
          </code>
        )}
      </pre>
    </figure>
  )
}
