import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'

/** More words than a question needs; each is a comparison with each row. */
const MOST_WORDS = 24

/** Stems of the question's words, without those that say nothing (`the`, `is`), to find texts without an index. */
export async function wordBeginnings(
  { database }: Kernel,
  claims: Claims,
  language: string,
  question: string,
): Promise<string[]> {
  const { rows } = await database.once<{ words: string[] }>(claims, {
    name: 'prompt words',
    text: 'select tsvector_to_array(to_tsvector(app.prompt_config($1), $2)) as words',
    values: [language, question],
    readOnly: true,
  })
  return rows[0]!.words.filter((word) => word.length > 1).slice(0, MOST_WORDS)
}

/** How many of the words a text has. */
export function countWords(text: string, words: readonly string[]): number {
  const lower = text.toLowerCase()
  return words.filter((word) => lower.includes(word)).length
}
