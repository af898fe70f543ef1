import type { PromptCitation } from '../endpoints.ts'
import type { Passage } from '../retrieval/passage.ts'

// oxlint-disable-next-line no-control-regex -- what is removed
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** A model's text without control characters, and without citations of passages that it was not given. */
export function cleanAnswer(text: string, passages: readonly Passage[]): string {
  return text
    .toWellFormed()
    .replace(CONTROL, '')
    .replace(/ ?\[(\d{1,4})\]/g, (all, number: string) =>
      Number(number) >= 1 && Number(number) <= passages.length ? all : '',
    )
    .trim()
}

/** The passages that a text cites, in the order of their numbers. */
export function citationsIn(text: string, passages: readonly Passage[]): PromptCitation[] {
  const cited = new Set([...text.matchAll(/\[(\d{1,4})\]/g)].map(([, number]) => Number(number)))
  return passages.flatMap((passage, at) => (cited.has(at + 1) ? [citationOf(passage, at + 1)] : []))
}

export const citationOf = ({ title, url }: Passage, number: number): PromptCitation => ({
  number,
  title: title.slice(0, 200).toWellFormed(),
  ...(url !== undefined && /^https?:\/\//.test(url) && { url }),
})
