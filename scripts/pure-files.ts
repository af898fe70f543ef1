import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './test-results.ts'

/** What a file of tests, or a module that it imports, uses when it does more than compute. */
const OUTSIDE = new Set([
  '@hono/node-server',
  '@playwright/test',
  'kysely',
  'node:child_process',
  'node:cluster',
  'node:dgram',
  'node:http',
  'node:https',
  'node:net',
  'node:tls',
  'node:worker_threads',
  'nodemailer',
  'pg',
  'playwright-core',
  'smtp-server',
  'undici',
  'ws',
])
/** What a file of tests would leave to the next one in its process. */
const LEAVES_TRACES = /\bglobalThis\b|\bprocess\.(?:chdir|exit|on|once)\b|\bmock\.(?:timers|module)\b/
/** A module that waits while it is loaded cannot be loaded synchronously. */
const WAITS_AT_TOP = /^(?![\s/*]).*\bawait\b/m
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
 * Whether a file of tests only computes: no database, server, browser or other process, in no module that it imports,
 * so that it can share its process with other such files.
 * @param file path from the project's folder
 */
export function isPure(file: string): boolean {
  if (LEAVES_TRACES.test(read(join(ROOT, file)).text)) return false
  for (const path of modulesOf(file)) {
    const { text, imports } = read(path)
    if (WAITS_AT_TOP.test(text) || imports.some((name) => OUTSIDE.has(name))) return false
  }
  return true
}

/** Whether a file of tests works on the instance that such files share. */
export const sharesInstance = (file: string): boolean =>
  file.startsWith('e2e/') && [...modulesOf(file)].includes(join(ROOT, 'testing', 'shared-instance.ts'))

/** The file and all modules of the project that it imports, directly or not; one at a time. */
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
