import { basename } from 'node:path'
import type { Source } from './sources.ts'

/** A habit of the house that one look at a file can tell. */
export interface Habit {
  name: string
  /** Faults of one file, in words; none when it keeps the habit. */
  faults: (source: Source) => string[]
  /** A file that breaks it: path and text. */
  offence: [path: string, text: string]
}

const GENERATED = ['kernel/db/tables.ts', 'kernel/db/schema.sql']
/** No alias leads here, on purpose: the product must not import them. */
const WITHOUT_ALIAS = ['sandbox/', 'scripts/', 'e2e/', 'bench/']
const sameFolder = (a: string, b: string) => a.split('/')[0] === b.split('/')[0]

const MOST_LINES = 400
const MOST_TEST_LINES = 700

/** Words of what the product is about; the design system is about buttons. */
const PRODUCT_WORDS =
  /\b(tenants?|stripe|auth0|checkout|creators?|products?|tickets?|subscriptions?|plans?|day pass|end.?users?|invoices?)\b/i

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')

export const habits: Habit[] = [
  {
    name: 'relative imports go up one folder at most; across units they use an alias',
    faults: ({ path, imports }) =>
      WITHOUT_ALIAS.some((folder) => path.startsWith(folder))
        ? []
        : imports
            .filter(({ specifier }) => specifier.startsWith('../../'))
            .map(({ specifier }) => `imports ${specifier}`),
    offence: ['blocks/pay/studio/x.ts', `import '../../../kernel/log.ts'`],
  },
  {
    name: 'relative imports stay in the folder where they can go by an alias',
    faults: ({ path, imports }) =>
      imports
        .filter(({ specifier, target }) => specifier.startsWith('..') && !sameFolder(path, target))
        .filter(({ target }) => WITHOUT_ALIAS.every((folder) => !target.startsWith(folder)))
        .map(({ specifier }) => `imports ${specifier}: use an alias`),
    offence: ['kernel/x.ts', `import '../server/app.ts'`],
  },
  {
    name: 'files have at most 400 lines, tests 700',
    faults: ({ path, text }) => {
      const most = path.endsWith('.test.ts') ? MOST_TEST_LINES : MOST_LINES
      const lines = text.split('\n').length - 1
      return GENERATED.includes(path) || lines <= most ? [] : [`has ${lines} lines`]
    },
    offence: ['kernel/x.ts', '\n'.repeat(401)],
  },
  {
    // What a package gives to others stands in its index, as everywhere.
    name: 'no barrel files',
    faults: ({ path }) =>
      /^index\.[mc]?[jt]sx?$/.test(basename(path)) && !path.startsWith('packages/')
        ? ['name the file after what it holds']
        : [],
    offence: ['ui/index.ts', `export * from './button.tsx'`],
  },
  {
    name: 'file names are kebab-case nouns',
    faults: ({ path }) => {
      const name = basename(path).replace(/\..*$/, '')
      if (/^(utils?|misc|helpers?|common|shared|stuff)$/.test(name))
        return ['says nothing about what it holds']
      return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || path.endsWith('.sql') ? [] : ['is not kebab-case']
    },
    offence: ['kernel/utils.ts', ''],
  },
  {
    // WebKit then names the window that is spoken to as the one that spoke (kernel/browser/child-window.ts).
    name: 'a word to another window is not what a function gives',
    faults: ({ path, text }) =>
      path.endsWith('.test.ts') || /^(e2e|testing)\//.test(path)
        ? []
        : // Threads have a port, and no windows.
          [
            ...withoutComments(text).matchAll(/(?:=>|return)\s+((?!parentPort)[\w.?!()]+\.postMessage)\(/g),
          ].map(([, call]) => `${call} needs braces around it`),
    offence: ['embed/x.ts', `const tell = (words: string) => parent.postMessage(words, location.origin)`],
  },
  {
    name: 'the design system has no product words',
    faults: ({ path, text }) => {
      if (!path.startsWith('ui/') || path.endsWith('.test.ts')) return []
      const word = PRODUCT_WORDS.exec(withoutComments(text))?.[0]
      return word ? [`says "${word}"`] : []
    },
    offence: ['ui/x.tsx', `export const label = 'Your Tenant'`],
  },
  {
    name: 'the environment is read in kernel/config.ts alone',
    faults: ({ path, text }) =>
      /^(scripts|bench|testing|e2e|sandbox)\/|\.test\.ts$|vite[.\w]*\.config\.ts$|^kernel\/config\.ts$/.test(
        path,
      ) || !/\bprocess\.env\b/.test(withoutComments(text))
        ? []
        : ['reads process.env'],
    offence: ['features/x/x.ts', `export const port = process.env.PORT`],
  },
  {
    name: 'code that loads later is tried again: `lazy` comes from #ui/lazy.tsx',
    faults: ({ path, text }) =>
      /^(studio|features|blocks)\//.test(path) && /import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(text)
        ? [`takes React's own, which breaks the screen where the network does`]
        : [],
    offence: ['studio/x.tsx', `import { lazy } from 'react'`],
  },
]
