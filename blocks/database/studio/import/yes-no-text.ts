const YES = new Set(
  'true t yes y on 1 x ✓ ✔ ja wahr oui vrai sí si verdadero sim tak prawda vero da はい 是'.split(' '),
)
const NO = new Set(
  'false f no n off 0 - ✗ nein falsch non faux falso não nao nie fałsz nee ne いいえ 否'.split(' '),
)

/** Yes or no in the languages of the product's pages and in the usual signs; undefined if the text is neither. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (YES.has(word)) return true
  return NO.has(word) ? false : undefined
}
