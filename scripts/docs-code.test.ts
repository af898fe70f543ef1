// Checks the code blocks of the manual as far as possible for their language, so that copied code works.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript-5.9'
import guides from '#docs/guides.ts'
import { pageOf } from '#docs/pages.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const settings = new Set([...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name!))
/** Attributes that the manual itself documents, in the table of the script tag. */
const attributes = new Set(
  [...read('embed/README.md').matchAll(/^\| `(data-[\w-]+)`/gm)].map(([, name]) => name!),
)

interface Block {
  where: string
  language: string
  code: string
}

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm
const blocksIn = (where: string, text: string): Block[] =>
  [...text.matchAll(FENCE)].map(([, language, code]) => ({ where, language: language!, code: code! }))

const files = globSync('{*.md,{docs,embed,blocks,services,packages}/**/*.md}', { cwd: ROOT }).filter(
  (path) => pageOf(path) !== undefined || path === 'README.md',
)
const blocks = [
  ...files.flatMap((path) => blocksIn(path, read(path))),
  ...guides.paths().flatMap(({ params, content }) => blocksIn(`guide ${params.builder}`, content)),
]

/** Names that one of our packages exports, by its import name. */
const exported = (name: string) => {
  const [, folder] = /^@bolt-blocks\/(\w+)$/.exec(name) ?? []
  if (!folder) return undefined
  const text = read(`packages/${folder}/index.ts`)
  return new Set([...text.matchAll(/\b([A-Za-z]\w+)\b/g)].map(([, word]) => word!))
}

function scriptFaults({ language, code }: Block): string[] {
  const { diagnostics = [] } = ts.transpileModule(code, {
    reportDiagnostics: true,
    fileName: `block.${language}`,
    compilerOptions: {
      jsx: ts.JsxEmit.ReactJSX,
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ESNext,
    },
  })
  const imports = [...code.matchAll(/import \{([^}]+)\} from '([^']+)'/g)]
  return [
    ...diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
    ...imports.flatMap(([, names, from]) =>
      names!
        .split(',')
        .map((name) => name.trim().split(' ')[0]!)
        .filter((name) => name && exported(from!)?.has(name) === false)
        .map((name) => `${from} exports no ${name}`),
    ),
  ]
}

const VOID = new Set(['meta', 'link', 'img', 'input', 'br', 'hr'])

function markupFaults({ code }: Block): string[] {
  const open: string[] = []
  const faults: string[] = []
  const markup = code.replaceAll(/<script>[\s\S]*?<\/script>|<!--[\s\S]*?-->|<!doctype[^>]*>/gi, '')
  for (const [, end, name, said] of markup.matchAll(/<(\/)?([a-z][\w-]*)((?:"[^"]*"|[^>"])*)>/gi)) {
    for (const [, attribute] of said!.matchAll(/\s(data-[\w-]+)/g))
      if (!attributes.has(attribute!)) faults.push(`${attribute} is not documented`)
    if (!end) open.push(...(VOID.has(name!) ? [] : [name!]))
    else if (open.pop() !== name) faults.push(`</${name}> closes nothing`)
  }
  return [...faults, ...open.map((name) => `<${name}> is not closed`)]
}

function shellFaults({ code }: Block): string[] {
  return [...code.matchAll(/^npm (?:run )?(?:-s )?([\w-]+)/gm)]
    .map(([, name]) => name!)
    .filter(
      (name) => !['ci', 'install', 'run', 'test', 'start'].includes(name) && !(name in manifest.scripts),
    )
    .map((name) => `there is no npm run ${name}`)
}

const settingFaults = ({ code }: Block): string[] =>
  [...code.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)]
    .filter(([, name]) => !settings.has(name!))
    .map(([, name]) => `${name} is no setting`)

const statementFaults = ({ code }: Block): string[] =>
  code.trim().endsWith(';') ? [] : ['the last statement has no semicolon']

const braceFaults = ({ code }: Block): string[] =>
  code.split('{').length === code.split('}').length ? [] : ['braces do not match']

const UNIT_SECTIONS = ['Unit', 'Service', 'Install']

function unitFaults({ code }: Block): string[] {
  const lines = code.split('\n').filter(Boolean)
  const sections = lines.flatMap((line) => /^\[(\w+)\]$/.exec(line)?.[1] ?? [])
  return [
    ...sections.filter((name) => !UNIT_SECTIONS.includes(name)).map((name) => `[${name}] is no section`),
    ...lines.filter((line) => !/^(\[\w+\]|[A-Z]\w+=.+)$/.test(line)).map((line) => `"${line}" is no setting`),
  ]
}

function jsonFaults({ code }: Block): string[] {
  try {
    JSON.parse(code)
    return []
  } catch (error) {
    return [String(error)]
  }
}

const CHECKS: Record<string, (block: Block) => string[]> = {
  js: scriptFaults,
  ts: scriptFaults,
  jsx: scriptFaults,
  tsx: scriptFaults,
  vue: braceFaults,
  html: markupFaults,
  css: braceFaults,
  sh: shellFaults,
  '': shellFaults,
  ini: settingFaults,
  sql: statementFaults,
  nginx: braceFaults,
  json: jsonFaults,
  systemd: unitFaults,
}

test('every code block of the manual is in a language that is checked, and passes', () => {
  assert.ok(blocks.length > 30, String(blocks.length))
  const faults = blocks.flatMap((block) => {
    const check = CHECKS[block.language]
    if (!check) return [`${block.where}: no check for ${block.language}`]
    return check(block).map((fault) => `${block.where}: ${fault}\n${block.code}`)
  })
  assert.deepEqual(faults, [])
})

test('the check finds a wrong import, attribute, command and setting', () => {
  const wrong: Block[] = [
    { where: '', language: 'jsx', code: "import { AuthBlok } from '@bolt-blocks/react'" },
    { where: '', language: 'js', code: 'const = 1' },
    { where: '', language: 'html', code: '<!doctype html><p data-blok="auth">' },
    { where: '', language: 'sh', code: 'npm run strat' },
    { where: '', language: 'ini', code: 'SECRET_KEY=x' },
    { where: '', language: 'json', code: '{a: 1}' },
    { where: '', language: 'systemd', code: '[Servce]\nUser=blocks' },
  ]
  for (const block of wrong) assert.notDeepEqual(CHECKS[block.language]!(block), [], block.code)
})
