import './code-block.css'
import { type CSSProperties, useMemo } from 'react'
import { type CodePiece, type CodeSpan, codeLines } from './code-markup.ts'

/** Highlighted code. Lines break between attributes, never inside a name; what is wrapped is indented. */
export function CodeText({ code }: { code: string }) {
  const lines = useMemo(() => codeLines(code), [code])
  return lines.map((spans, line) => (
    <span key={line} className="bb-code-line" style={{ '--indent': indentOf(spans) } as CSSProperties}>
      {spans.map(({ pieces, isWhole, mayBreakAfter }, at) => (
        <span key={at} data-whole={isWhole ? '' : undefined}>
          <Pieces pieces={pieces} />
          {mayBreakAfter ? <wbr /> : null}
        </span>
      ))}
    </span>
  ))
}

/** Spaces at the start of a line; what is wrapped is indented further. */
const indentOf = ([first]: readonly CodeSpan[]): number => /^ */.exec(first?.pieces[0]?.[1] ?? '')![0].length

const Pieces = ({ pieces }: { pieces: readonly CodePiece[] }) =>
  pieces.map(([kind, text], at) => (
    <span key={at} data-kind={kind === 'text' ? undefined : kind}>
      {text}
    </span>
  ))
