import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LANGUAGES } from '#kernel/browser/languages.ts'
import type { Language } from '#kernel/browser/languages.ts'

export interface MissingTexts {
  /** Folder of the strings, relative to the project's folder: `blocks/pay/embed/texts`. */
  folder: string
  language: Language
  /** Keys of strings that the pages show in English: `errors.network`. */
  missing: string[]
  /** Number of English strings. */
  of: number
}

type Texts = { [key: string]: unknown }

/** Folders of translated strings, sorted. */
export const textFolders = (root: string): string[] =>
  globSync('{blocks,features,embed,kernel}/**/texts/spoken.ts', { cwd: root })
    .map((file) => dirname(file).replaceAll('\\', '/'))
    .toSorted()

/** All missing strings, by folder and language, including languages without a file. */
export async function missingTexts(root: string): Promise<MissingTexts[]> {
  const found: MissingTexts[] = []
  for (const folder of textFolders(root)) {
    const english = keysOf(await textsIn(root, folder, 'en'))
    for (const language of LANGUAGES) {
      const own = new Set(keysOf(await textsIn(root, folder, language)))
      const missing = english.filter((key) => !own.has(key))
      if (missing.length) found.push({ folder, language, missing, of: english.length })
    }
  }
  return found
}

/** One line for each folder: how many strings each language lacks. */
export function linesOf(missing: MissingTexts[]): string[] {
  return [...Map.groupBy(missing, ({ folder }) => folder)].map(([folder, rows]) => {
    const counts = rows.map(({ language, missing: texts, of }) =>
      texts.length === of ? `${language} all` : `${language} ${texts.length} (${named(texts)})`,
    )
    return `${folder}, of ${rows[0]!.of} texts: ${counts.join(', ')}`
  })
}

/** Maximum number of keys in a line. */
const MAX_KEYS = 3

const named = (texts: string[]) =>
  [...texts.slice(0, MAX_KEYS), ...(texts.length > MAX_KEYS ? ['...'] : [])].join(' ')

/** @returns no strings for a language without a file */
async function textsIn(root: string, folder: string, language: Language): Promise<Texts> {
  const file = join(root, folder, `${language}.ts`)
  if (!existsSync(file)) return {}
  return ((await import(pathToFileURL(file).href)) as { texts: Texts }).texts
}

const keysOf = (texts: Texts, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? keysOf(value as Texts, `${path}${key}.`)
      : value === undefined
        ? []
        : [`${path}${key}`],
  )
