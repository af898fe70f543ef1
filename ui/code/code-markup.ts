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
