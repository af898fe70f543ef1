import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import ts from 'typescript-5.9'
import { ROOT } from '../test-cluster.ts'

export interface Import {
  /** Path relative to the project's folder for a project file, otherwise the name of a package. */
  target: string
  ours: boolean
  /** The specifier as written in the source. */
  specifier: string
  /** Whether the import is erased at run time: `import type`. */
  typeOnly: boolean
}

/** A project file with its imports. */
export interface Source {
  path: string
  text: string
  imports: Import[]
}

const KINDS = '**/*.{ts,tsx,mts,mjs,css,sql}'
const EXCLUDED = ['node_modules/**', 'dist/**', '.*/**', 'embed/releases/**', '**/node_modules/**']

/** Every source file of the project. */
export function readSources(): Source[] {
  return globSync(KINDS, { cwd: ROOT, exclude: EXCLUDED })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => sourceOf(path, readFileSync(join(ROOT, path), 'utf8')))
}

/** Parses a file for the rules; `aliases` are the `imports` of package.json. */
export function sourceOf(path: string, text: string, aliases: Record<string, string> = ALIASES): Source {
  const script = /\.(ts|tsx|mts|mjs)$/.test(path)
  const found = script ? ts.preProcessFile(text, true, true).importedFiles : []
  const specifiers = [...new Set(found.map(({ fileName }) => fileName))]
  return { path, text, imports: specifiers.map((specifier) => importOf(path, text, specifier, aliases)) }
}

const ALIASES = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { imports: Record<string, string> }
).imports

function importOf(path: string, text: string, specifier: string, aliases: Record<string, string>): Import {
  const typeOnly = !isNeededAtRunTime(text, specifier)
  if (specifier.startsWith('.'))
    return { specifier, typeOnly, ours: true, target: posix.join(dirname(path), specifier) }
  const alias = Object.keys(aliases).find((name) => specifier.startsWith(name.replace('*', '')))
  if (alias) {
    const target = aliases[alias]!.replace('*', specifier.slice(alias.length - 1)).replace('./', '')
    return { specifier, typeOnly, ours: true, target }
  }
  return { specifier, typeOnly, ours: false, target: specifier }
}

function isNeededAtRunTime(text: string, specifier: string): boolean {
  const name = specifier.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  const statements = text.matchAll(
    new RegExp(`(?:^|\\n)\\s*(import|export)\\s+(type\\s)?[^'";]*['"]${name}['"]`, 'g'),
  )
  const calls = new RegExp(`(?:import|require)\\s*\\(\\s*['"]${name}['"]`).test(text)
  return calls || [...statements].some((statement) => !statement[2])
}
