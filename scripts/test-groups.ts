import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './test-results.ts'

/** Code in a test file that could affect the next file in its process. */
const LEAVES_TRACES =
  /\bglobalThis\b|\bDate\.now\s*=[^=>]|\bprocess\.(?:chdir|exit|on|once)\b|\bmock\.(?:timers|module)\b/
/**
 * Files per process: enough to save most process starts, each of which takes 1.4 s of processor time, few enough that no
 * process runs much longer than the others.
 */
const GROUP_SIZE = 32
/** The same for browser journeys, which are longer. They share a Chromium, so a crash spreads to so many files at most. */
const JOURNEYS = 3
const IMPORT =
  /^\s*(?:import|export)(?!\s+type\b)\b[^'"`;]*?['"](?<name>[^'"]+)['"]|\bimport\(\s*['"](?<lazy>[^'"]+)['"]/gm

const known = new Map<string, { text: string; imports: string[] }>()

function read(file: string): { text: string; imports: string[] } {
  const found = known.get(file)
  if (found) return found
  const text = readFileSync(file, 'utf8')
  const imports = [...text.matchAll(IMPORT)].map(({ groups }) => (groups!.name ?? groups!.lazy)!)
  known.set(file, { text, imports })
  return { text, imports }
}

/**
 * Splits test files into groups that share a process. Files that change globals and the longest ones get a process each.
 * Journeys with an instance of their own are not mixed with those on the shared one; each starts and stops its instance.
 * @param files paths relative to the project's folder, in the order in which they should run
 * @param long files that take longer than most groups
 */
export function groupTestFiles(files: readonly string[], long: readonly string[] = []): string[][] {
  const kindOf = (file: string) => {
    if (long.includes(file) || LEAVES_TRACES.test(read(join(ROOT, file)).text)) return 'alone'
    if (!isJourney(file)) return 'plain'
    return sharesInstance(file) ? 'sharing' : 'own'
  }
  const { alone = [], own = [], sharing = [], plain = [] } = Object.groupBy(files, kindOf)
  return [
    ...alone.map((file) => [file]),
    ...dealt(own, JOURNEYS),
    ...dealt(sharing, JOURNEYS),
    ...dealt(plain, GROUP_SIZE),
  ]
}

/** Deals files in turn, because neighbors are often equally long. */
function dealt(files: string[], size: number): string[][] {
  const count = Math.ceil(files.length / size)
  return Array.from({ length: count }, (_, group) => files.filter((_, at) => at % count === group))
}

/** Whether a test file opens a browser. */
export const isJourney = (file: string): boolean => file.startsWith('e2e/')

/** Whether a test file uses the shared instance. */
export const sharesInstance = (file: string): boolean =>
  isJourney(file) && [...modulesOf(file)].includes(join(ROOT, 'testing', 'shared-instance.ts'))

/** Yields the file and all modules of the project that it imports, directly or indirectly. */
function* modulesOf(file: string): Generator<string> {
  const seen = new Set<string>()
  const open = [join(ROOT, file)]
  for (let path = open.pop(); path; path = open.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    yield path
    for (const name of read(path).imports) {
      const target = name.startsWith('.')
        ? join(dirname(path), name)
        : name.startsWith('#')
          ? join(ROOT, name.slice(1))
          : undefined
      if (target && /\.(?:tsx?|mjs)$/.test(target) && existsSync(target)) open.push(target)
    }
  }
}
