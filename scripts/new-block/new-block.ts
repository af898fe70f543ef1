import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { units } from '#server/units.ts'
import { ROOT } from '../test-results.ts'

const TEMPLATES = join(import.meta.dirname, 'templates')
const NAME = /^[a-z][a-z\d]*(-[a-z][a-z\d]*)*$/
/** Leaves space for suffixes in names of tables and indexes (63 characters). */
const MAX_LENGTH = 30

/** Pages that belong to no unit. */
const RESERVED = ['refused', 'my-block']
/** Names that are keywords, or local names in the lists of the blocks. */
const KEYWORDS =
  'await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield blocks lazy registry server screens embeds'

/** Why a block cannot have this name; undefined if it can. */
export async function nameFault(name: string): Promise<string | undefined> {
  if (!NAME.test(name) || name.length > MAX_LENGTH)
    return `"${name}" is not a name for a block: use lower-case words with hyphens, ${MAX_LENGTH} characters at most`
  const pages = units.flatMap(({ embedPages = {} }) => Object.keys(embedPages))
  const taken = [...RESERVED, ...pages, ...KEYWORDS.split(' ')].includes(name)
  if (taken || existsSync(join(ROOT, 'blocks', name)))
    return `The name "${name}" is taken: a block, a page of one, or TypeScript uses it`
  return undefined
}

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)

/** The forms of a name that the templates use. */
export function formsOf(name: string) {
  const words = name.split('-')
  const pascal = words.map(capital).join('')
  return {
    kebab: name,
    snake: words.join('_'),
    Pascal: pascal,
    camel: pascal[0]!.toLowerCase() + pascal.slice(1),
    Title: capital(words.join(' ')),
  }
}

/**
 * Writes the folder of a new block and its line in each of the four lists.
 * @param name checked by `nameFault`
 * @returns paths from `root`: created files and changed lists
 */
export function newBlock(root: string, name: string, now: Date): { made: string[]; lists: string[] } {
  const forms = { ...formsOf(name), stamp: stampAfter(root, now) }
  const fill = (text: string) =>
    Object.entries(forms).reduce((filled, [key, value]) => filled.replaceAll(`__${key}__`, value), text)
  const made = globSync('**/*.txt', { cwd: TEMPLATES }).map((template) => {
    const path = join('blocks', name, fill(template.replace(/\.txt$/, '')))
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), fill(readFileSync(join(TEMPLATES, template), 'utf8')))
    return path
  })
  return { made, lists: addLines(root, forms) }
}

/** A timestamp after all existing migrations, even if the clock of this machine is behind. */
function stampAfter(root: string, now: Date): string {
  const latest = globSync('{kernel,services,features,blocks}/**/migrations/*.sql', { cwd: root })
    .map((file) => Number(basename(file).split('_')[0]))
    .reduce((a, b) => Math.max(a, b), 0)
  const stamp = Number(now.toISOString().replaceAll(/\D/g, '').slice(0, 12))
  return String(Math.max(stamp, latest + 1))
}

type Forms = ReturnType<typeof formsOf>

function addLines(root: string, { kebab, camel, Pascal }: Forms): string[] {
  const key = kebab === camel ? camel : `'${kebab}': ${camel}`
  const page = `'${kebab}': { '${kebab}': () => import('./${kebab}/embed/${kebab}-page.tsx') }`
  const changes: Record<string, [before: RegExp, line: string][]> = {
    'blocks/registry.ts': [
      [/(?=\n\/\*\* The manifests)/, `import { block as ${camel} } from './${kebab}/block.ts'\n`],
      [/,?\s*(?=\} as const)/, `, ${key} `],
    ],
    'blocks/server.ts': [
      [/(?=import type \{ BlockName \})/, `import * as ${camel} from './${kebab}/routes.ts'\n`],
      [/,?\s*(?=\} satisfies)/, `, ${key} `],
    ],
    'blocks/screens.tsx': [
      [/(?=import type \{ BlockName \})/, `import { ${camel}Studio } from './${kebab}/studio/screens.tsx'\n`],
      [/(?<=,\n)(?=\}\n\nexport const blockScreens)/, `  '${kebab}': ${camel}Studio,\n`],
    ],
    'blocks/embeds.tsx': [[/(?=  'my-block': \{)/, `  ${page},\n`]],
  }
  for (const [path, lines] of Object.entries(changes)) {
    let text = readFileSync(join(root, path), 'utf8')
    for (const [before, line] of lines) {
      if (!before.test(text)) throw new Error(`${path} has no place for ${Pascal}: add its line manually`)
      text = text.replace(before, () => line)
    }
    writeFileSync(join(root, path), text)
  }
  return Object.keys(changes)
}
