import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Phrases to avoid, with how often they may still occur. Lower a number when you replace some; never raise
 * one. The glossary in CONTRIBUTING.md has the standard terms.
 */
export const PHRASES: Record<string, { pattern: RegExp; most: number }> = {
  whoever: { pattern: /\bwhoever\b/i, most: 1 },
  'somebody, everybody, nobody': { pattern: /\b(?:somebody|everybody|nobody)\b/i, most: 37 },
  anew: { pattern: /\banew\b/i, most: 2 },
  'stands, stood': { pattern: /\b(?:stands|stood)\b/i, most: 2 },
  'of yours, of theirs, of ours': { pattern: /\bof (?:yours|theirs|ours)\b/i, most: 13 },
  'by itself, by themselves': { pattern: /\bby (?:itself|themselves)\b/i, most: 1 },
  'hears of, tells of, told of': { pattern: /\b(?:hears?|tells?|told) of\b/i, most: 0 },
  'mend, mended': { pattern: /\bmend(?:s|ed|ing)?\b/i, most: 0 },
  begun: { pattern: /\bbegun\b/i, most: 0 },
  'knows nothing of': { pattern: /\bknows? nothing of\b/i, most: 0 },
  'the way back, the way out, the way in': { pattern: /\b(?:the|a) way (?:back|out|in)\b/i, most: 0 },
  'mail, mails, e-mail for email': { pattern: /\b(?:an? mail|the mail|mails|e-mails?)\b/i, most: 134 },
}

const FILES = '**/*.{ts,tsx,md,mjs,css}'
/** Third-party files, published releases, the changelog, and strings in other languages. */
const EXCLUDED = [
  'node_modules/**',
  '**/node_modules/**',
  'dist/**',
  '.*/**',
  'embed/releases/**',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  '**/texts/{ar,de,es,fr,it,ja,nl,pl,pt}.ts',
  'scripts/plain-english.ts',
  'scripts/plain-english.test.ts',
]

export interface PhraseUse {
  phrase: string
  /** `path:line`, in the order of the files. */
  places: string[]
}

/** Finds every line of the project's code and docs that uses a phrase. */
export function findPhrases(root: string, phrases = PHRASES): PhraseUse[] {
  const uses = Object.keys(phrases).map((phrase): PhraseUse => ({ phrase, places: [] }))
  for (const path of globSync(FILES, { cwd: root, exclude: EXCLUDED }).toSorted())
    for (const [index, line] of readFileSync(join(root, path), 'utf8').split('\n').entries())
      for (const use of uses)
        if (phrases[use.phrase]!.pattern.test(line)) use.places.push(`${path}:${index + 1}`)
  return uses
}

/**
 * Compares the uses with their limits.
 * @returns one paragraph for each phrase that is used too often, or less often than its limit says; empty if all fit
 */
export function judgePhrases(uses: readonly PhraseUse[], phrases = PHRASES): string {
  return uses
    .flatMap(({ phrase, places }) => {
      const { most } = phrases[phrase]!
      if (places.length > most)
        return [
          `"${phrase}": ${places.length} lines, allowed ${most}. Reword the new ones:\n${places.join('\n')}`,
        ]
      if (places.length < most)
        return [
          `"${phrase}": ${places.length} lines. Lower its limit in scripts/plain-english.ts from ${most}.`,
        ]
      return []
    })
    .join('\n')
}
