export type CodeKind = 'text' | 'dim' | 'tag' | 'attr' | 'str'
export type CodePiece = [kind: CodeKind, text: string]

const TOKENS =
  /(<!--[\s\S]*?-->|(?<!:)\/\/.*|(?<!\S)# .*)|(<\/?)([\w-]+)|("[^"]*"|'[^']*')|(\/?>)|([\w:-]+)(?==)/g

/**
 * Splits HTML into pieces for syntax highlighting: brackets and comments, tags, attributes, strings, the
 * rest. In JavaScript, Python and PHP it recognizes comments and strings.
 */
export function markupPieces(code: string): CodePiece[] {
  const pieces: CodePiece[] = []
  let end = 0
  for (const match of code.matchAll(TOKENS)) {
    if (match.index > end) pieces.push(['text', code.slice(end, match.index)])
    const [all, comment, open, tag, string, close] = match
    if (comment) pieces.push(['dim', comment])
    else if (open) pieces.push(['dim', open], ['tag', tag!])
    else if (string) pieces.push(['str', string])
    else if (close) pieces.push(['dim', close])
    else pieces.push(['attr', all])
    end = match.index + all.length
  }
  if (end < code.length) pieces.push(['text', code.slice(end)])
  return pieces
}

/** Pieces that stay on one line together. */
export interface CodeSpan {
  pieces: CodePiece[]
  /** False for what is longer than a line of a phone, and then breaks anywhere. */
  isWhole: boolean
  /** A line may break after it, although nothing in the text says so. */
  mayBreakAfter?: true
}

/** Characters that fit on a line of a phone in the narrowest place that shows code. */
const MOST_WHOLE = 32

/** A name with hyphens, at which browsers would break it. */
const WITH_HYPHEN = /[^\s"'<>]*-[^\s"'<>]*/
/** The declarations of a style, the items of a list, or words. */
const PARTS = /[^;,\s]*(?:[;,]\s*|\s+|$)/g

/** The lines of the code, each with its line break at the end, in spans within which no line breaks. */
export function codeLines(code: string): CodeSpan[][] {
  const lines: CodePiece[][] = [[]]
  for (const [kind, text] of markupPieces(code))
    for (const part of text.split(/(?<=\n)/)) {
      if (part) lines.at(-1)!.push([kind, part])
      if (part.endsWith('\n')) lines.push([])
    }
  if (lines.length > 1 && !lines.at(-1)!.length) lines.pop()
  return lines.map(spansOf)
}

function spansOf(line: readonly CodePiece[]): CodeSpan[] {
  const spans: CodeSpan[] = []
  let name: CodePiece[] = []
  for (const [kind, text] of line) {
    const isOpening = kind === 'dim' && /^<\/?$/.test(text)
    if (kind === 'attr' || isOpening || (name.length > 0 && text === '=')) name.push([kind, text])
    else if (kind === 'str') {
      spans.push(...valueSpans(name, text))
      name = []
    } else if (kind === 'text' && name.length === 0) spans.push(...wordSpans(text))
    else {
      const isShort = kind !== 'dim' || name.length > 0
      spans.push({ pieces: [...name, [kind, text]], isWhole: isShort && text.length <= MOST_WHOLE })
      name = []
    }
  }
  if (name.length) spans.push({ pieces: name, isWhole: true })
  return spans
}

/** An attribute: its name with the first part of its value, then the other parts. */
function valueSpans(name: CodePiece[], value: string): CodeSpan[] {
  const length = name.reduce((sum, [, text]) => sum + text.length, 0)
  if (length + value.length <= MOST_WHOLE) return [{ pieces: [...name, ['str', value]], isWhole: true }]
  const [first = '', ...rest] = value.match(PARTS)!.filter(Boolean)
  const fits = length + first.length <= MOST_WHOLE
  const head: CodeSpan[] = fits
    ? [{ pieces: [...name, ['str', first]], isWhole: true }]
    : [{ pieces: name, isWhole: true }, ...(first ? [partSpan(first)] : [])]
  const spans = [...head.filter(({ pieces }) => pieces.length), ...rest.map(partSpan)]
  for (const span of spans.slice(fits ? 0 : 1, -1)) span.mayBreakAfter = true
  return spans
}

const partSpan = (text: string): CodeSpan => ({
  pieces: [['str', text]],
  isWhole: text.trimEnd().length <= MOST_WHOLE,
})

function wordSpans(text: string): CodeSpan[] {
  return text
    .split(/(\s+)/)
    .filter(Boolean)
    .map((word) => ({
      pieces: [['text', word]],
      isWhole: word.length <= MOST_WHOLE && WITH_HYPHEN.test(word),
    }))
}
