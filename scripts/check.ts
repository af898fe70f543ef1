/**
 * Checks everything that needs no tests: types, lint, format, the import table, generated files, the list of
 * settings. Prints each step with its time, then the sizes of files and the missing translations. Exits with
 * 1 if a step failed; with `--release`, also if a translation is missing.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingNames } from '#kernel/config.ts'
import { readSources } from '#testing/architecture/sources.ts'
import { GO_ENVIRONMENT, LINT, TYPE_CHECK } from './compilers.ts'
import { findPhrases, judgePhrases } from './plain-english.ts'
import { ROOT } from './test-results.ts'
import { linesOf, missingTexts } from './translations.ts'

interface Step {
  name: string
  /** Resolves to the failure, or to an empty string on success. */
  run: () => Promise<string>
}

const bin = (name: string) => join(ROOT, 'node_modules', name)

/** Two parallel lanes, because most machines have at least two cores and the type checker keeps one busy. */
const lanes: Step[][] = [
  [
    { name: 'types', run: () => node(...TYPE_CHECK) },
    { name: 'lint', run: () => node(...LINT) },
  ],
  [
    { name: 'format', run: () => node(bin('oxfmt/bin/oxfmt'), '--check', '.') },
    { name: 'import table', run: () => node('--test', '--test-reporter=dot', 'architecture.test.ts') },
    { name: 'generated files', run: () => node('scripts/generate.ts', '--check') },
    { name: 'payments contract', run: () => node('scripts/stripe-contract.ts', '--check') },
    { name: '.env.example', run: settingsDifference },
    { name: 'translations', run: translations },
    { name: 'plain English', run: async () => judgePhrases(findPhrases(ROOT)) },
  ],
]

/** Runs a script with this Node; its output is only shown if it fails. */
function node(...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: ROOT,
      env: { ...GO_ENVIRONMENT, ...process.env },
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
    child.on('close', (code) => resolve(code === 0 ? '' : output.trim() || `ended with ${code}`))
  })
}

/** Checks that `.env.example` lists exactly the existing settings. */
async function settingsDifference(): Promise<string> {
  const text = readFileSync(join(ROOT, '.env.example'), 'utf8')
  const listed = new Set([...text.matchAll(/^#?\s*([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1]!))
  const missing = settingNames.filter((name) => !listed.has(name))
  const unknown = [...listed].filter((name) => !settingNames.includes(name))
  return [
    ...missing.map((name) => `.env.example does not list ${name}`),
    ...unknown.map((name) => `.env.example lists ${name}, which is no setting`),
  ].join('\n')
}

/** Printed at the end, without failing the check. */
const notes: string[] = []

/** Strings without a translation, which pages show in English: a fault for a release, else a note. */
async function translations(): Promise<string> {
  const missing = linesOf(await missingTexts(ROOT))
  if (process.argv.includes('--release')) return missing.join('\n')
  if (missing.length) notes.push('Texts that are shown in English until they are translated:', ...missing)
  return ''
}

async function runLane(steps: Step[]): Promise<number> {
  let failed = 0
  for (const { name, run } of steps) {
    const start = performance.now()
    const fault = await run()
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`${fault ? '✖' : '✔'} ${name} (${seconds} s)${fault ? `\n${fault}\n` : ''}`)
    if (fault) failed += 1
  }
  return failed
}

const GENERATED = ['kernel/db/tables.ts', 'kernel/db/schema.sql']

/** Summary of file sizes, without generated files. */
function sizes(): string {
  const files = readSources()
    .filter(({ path }) => !GENERATED.includes(path))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .toSorted((a, b) => a.lines - b.lines)
  const at = (share: number) => files[Math.floor((files.length - 1) * share)]!
  const largest = at(1)
  return `${files.length} files, median ${at(0.5).lines} lines, p95 ${at(0.95).lines}, largest ${largest.lines} (${largest.path})`
}

const failed = await Promise.all(lanes.map(runLane))
console.log([sizes(), ...notes].join('\n'))
process.exitCode = failed.some(Boolean) ? 1 : 0
