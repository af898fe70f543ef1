import './code-block.css'
import { useMemo } from 'react'
import { type CodePiece, codeLines } from './code-markup.ts'

/** Highlighted code. Lines break between attributes, never inside a name; what is wrapped is indented. */
export function CodeText({ code }: { code: string }) {
  const lines = useMemo(() => codeLines(code), [code])
  return lines.map((spans, line) => (
    <span key={line} className="bb-code-line">
      {spans.map(({ pieces, isWhole, mayBreakAfter }, at) => (
        <span key={at} data-whole={isWhole ? '' : undefined}>
          <Pieces pieces={pieces} />
          {mayBreakAfter ? <wbr /> : null}
        </span>
      ))}
    </span>
  ))
}

const Pieces = ({ pieces }: { pieces: readonly CodePiece[] }) =>
  pieces.map(([kind, text], at) => (
    <span key={at} data-kind={kind === 'text' ? undefined : kind}>
      {text}
    </span>
  ))
