import { readSources } from '#testing/architecture/sources.ts'
import { readStatements } from '../ledger/statements.ts'
import { citedIds, readResults } from '../test-results.ts'
import { makeCopy } from './copy.ts'
import type { Copy } from './copy.ts'
import { falsify, quotesOf, seededRandom } from './falsify.ts'

/** A statement that tests cite, with one of its strings that the product contains. */
interface Candidate {
  id: string
  quote: string
  /** Product files that contain it. */
  paths: string[]
  /** Test files that cite it, fastest first. */
  tests: string[]
}

const PRODUCT =
  /^(kernel|services|features|blocks|server|studio|embed|ui)\/(?!browser-tests)(?!.*(\.test\.ts|schema\.sql)$).*\.(ts|tsx|css|sql)$/

/**
 * Changes a string of `count` random cited statements, one at a time in a copy of the project, and runs the
 * tests that cite it.
 * @returns the changes that no test noticed
 */
export async function mutateStrings(count: number, seed: number): Promise<string[]> {
  const candidates = findCandidates()
  if (candidates.length === 0)
    throw new Error('The product contains no string of a cited statement: run npm test first')
  const random = seededRandom(seed)
  const chosen = candidates
    .map((candidate) => ({ candidate, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ candidate }) => candidate)
  console.log(`Falsifying ${chosen.length} of ${candidates.length} cited strings (--seed ${seed})`)
  const copy = makeCopy()
  try {
    const survivors: string[] = []
    for (const candidate of chosen) {
      const by = await noticedBy(copy, candidate)
      console.log(
        `${by ? '✔' : '✖'} ${candidate.id} \`${candidate.quote}\` ${by ?? `survives in ${candidate.paths.join(', ')}`}`,
      )
      if (!by) survivors.push(`${candidate.id}: ${candidate.quote}`)
    }
    return survivors
  } finally {
    copy.remove()
  }
}

/** The test file in which a test that cites the statement now fails. */
async function noticedBy(copy: Copy, { id, quote, paths, tests }: Candidate): Promise<string | undefined> {
  const originals = paths.map((path) => [path, copy.read(path)] as const)
  for (const [path, text] of originals) copy.write(path, falsify(text, quote) ?? text)
  try {
    for (const file of tests) {
      const results = await copy.test([file])
      const citing = results.filter(({ title }) => citedIds(title).includes(id))
      if (citing.length === 0 || citing.some(({ status }) => status === 'failed')) return file
    }
    return undefined
  } finally {
    for (const [path, text] of originals) copy.write(path, text)
  }
}

function findCandidates(): Candidate[] {
  const statements = readStatements() ?? []
  const sources = readSources().filter(({ path }) => PRODUCT.test(path))
  const results = readResults()
  const passed = results.filter(({ status, kind }) => status === 'passed' && kind === 'test')
  return statements.flatMap(({ id, text }) => {
    const tests = filesCiting(id, passed)
    if (tests.length === 0) return []
    for (const quote of quotesOf(text)) {
      const paths = sources.filter((source) => falsify(source.text, quote)).map(({ path }) => path)
      if (paths.length) return [{ id, quote, paths, tests }]
    }
    return []
  })
}

function filesCiting(id: string, passed: { file: string; title: string; ms: number }[]): string[] {
  const citing = new Set(passed.filter(({ title }) => citedIds(title).includes(id)).map(({ file }) => file))
  const cost = (file: string) =>
    passed.filter((result) => result.file === file).reduce((sum, { ms }) => sum + ms, 0)
  return [...citing].toSorted((a, b) => cost(a) - cost(b))
}
