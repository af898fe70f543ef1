import { basename } from 'node:path'
import type { Source } from './sources.ts'

/** A house rule that can be checked in a single file. */
export interface Habit {
  name: string
  /** Describes the violations in one file; empty if there are none. */
  faults: (source: Source) => string[]
  /** Example of a violation: path and text of a file. */
  violation: [path: string, text: string]
}

const GENERATED = ['kernel/db/tables.ts', 'kernel/db/schema.sql']
/** Folders without an import alias, because the product must not import them. */
const WITHOUT_ALIAS = ['sandbox/', 'scripts/', 'e2e/', 'bench/']
const sameFolder = (a: string, b: string) => a.split('/')[0] === b.split('/')[0]

const MOST_LINES = 400
const MOST_TEST_LINES = 700

/** Product terms, which the design system must not contain. */
const PRODUCT_WORDS =
  /\b(tenants?|stripe|auth0|checkout|creators?|products?|tickets?|subscriptions?|plans?|day pass|end.?users?|invoices?)\b/i

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')

export const habits: Habit[] = [
  {
    name: 'relative imports go up one folder at most; imports across units use an alias',
    faults: ({ path, imports }) =>
      WITHOUT_ALIAS.some((folder) => path.startsWith(folder))
        ? []
        : imports
            .filter(({ specifier }) => specifier.startsWith('../../'))
            .map(({ specifier }) => `imports ${specifier}`),
    violation: ['blocks/pay/studio/x.ts', `import '../../../kernel/log.ts'`],
  },
  {
    name: 'relative imports stay in their top-level folder if an alias exists',
    faults: ({ path, imports }) =>
      imports
        .filter(({ specifier, target }) => specifier.startsWith('..') && !sameFolder(path, target))
        .filter(({ target }) => WITHOUT_ALIAS.every((folder) => !target.startsWith(folder)))
        .map(({ specifier }) => `imports ${specifier}: use an alias`),
    violation: ['kernel/x.ts', `import '../server/app.ts'`],
  },
  {
    name: 'files have at most 400 lines, tests 700',
    faults: ({ path, text }) => {
      const most = path.endsWith('.test.ts') ? MOST_TEST_LINES : MOST_LINES
      const lines = text.split('\n').length - 1
      return GENERATED.includes(path) || lines <= most ? [] : [`has ${lines} lines`]
    },
    violation: ['kernel/x.ts', '\n'.repeat(401)],
  },
  {
    // Published packages export from an index file, as usual.
    name: 'no barrel files',
    faults: ({ path }) =>
      /^index\.[mc]?[jt]sx?$/.test(basename(path)) && !path.startsWith('packages/')
        ? ['name the file after its content']
        : [],
    violation: ['ui/index.ts', `export * from './button.tsx'`],
  },
  {
    name: 'file names are kebab-case nouns',
    faults: ({ path }) => {
      const name = basename(path).replace(/\..*$/, '')
      if (/^(utils?|misc|helpers?|common|shared|stuff)$/.test(name))
        return ['has a name that says nothing about its content']
      return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || path.endsWith('.sql') ? [] : ['is not kebab-case']
    },
    violation: ['kernel/utils.ts', ''],
  },
  {
    // Otherwise WebKit reports the receiving window as the source of the message
    // (kernel/browser/child-window.ts).
    name: 'a function does not return the result of postMessage to another window',
    faults: ({ path, text }) =>
      path.endsWith('.test.ts') || /^(e2e|testing)\//.test(path)
        ? []
        : // Worker threads post to a port, not to a window.
          [
            ...withoutComments(text).matchAll(/(?:=>|return)\s+((?!parentPort)[\w.?!()]+\.postMessage)\(/g),
          ].map(([, call]) => `${call} needs braces around it`),
    violation: ['embed/x.ts', `const send = (text: string) => parent.postMessage(text, location.origin)`],
  },
  {
    name: 'the design system contains no product terms',
    faults: ({ path, text }) => {
      if (!path.startsWith('ui/') || path.endsWith('.test.ts')) return []
      const word = PRODUCT_WORDS.exec(withoutComments(text))?.[0]
      return word ? [`says "${word}"`] : []
    },
    violation: ['ui/x.tsx', `export const label = 'Your Tenant'`],
  },
  {
    name: 'only kernel/config.ts reads the environment',
    faults: ({ path, text }) =>
      /^(scripts|bench|testing|e2e|sandbox)\/|\.test\.ts$|vite[.\w]*\.config\.ts$|^kernel\/config\.ts$/.test(
        path,
      ) || !/\bprocess\.env\b/.test(withoutComments(text))
        ? []
        : ['reads process.env'],
    violation: ['features/x/x.ts', `export const port = process.env.PORT`],
  },
  {
    name: 'lazy-loaded code is retried: `lazy` comes from #ui/lazy.tsx',
    faults: ({ path, text }) =>
      /^(studio|features|blocks)\//.test(path) && /import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(text)
        ? [`uses React's own, which breaks the screen when a request fails`]
        : [],
    violation: ['studio/x.tsx', `import { lazy } from 'react'`],
  },
]
