import { matchesGlob } from 'node:path'
import type { Source } from './sources.ts'

/** Who may import whom. The first entry whose `files` match a file decides about it. */
export interface Direction {
  files: string[]
  /** What of ours it may import; `{unit}` stands for the importing file's own unit. */
  may: string[]
  /** Packages and node: modules that must not be imported, by prefix. */
  not?: string[]
  /** Holds for imports that exist at run time only. */
  atRunTime?: boolean
}

/** `blocks/pay` for blocks/pay/studio/x.tsx, `kernel` for kernel/db/x.ts. */
function unitOf(path: string): string {
  const [kind = '', name = ''] = path.split('/')
  return ['services', 'features', 'blocks'].includes(kind) && !name.includes('.') ? `${kind}/${name}` : kind
}

const anyMatch = (path: string, globs: string[]) => globs.some((glob) => matchesGlob(path, glob))

/**
 * Imports that go against the table.
 * @returns one line each; a file that no entry speaks of is a fault too
 */
export function directionFaults(sources: Source[], table: Direction[]): string[] {
  return sources.flatMap(({ path, imports }) => {
    const rule = table.find(({ files }) => anyMatch(path, files))
    if (!rule) return imports.length ? [`${path}: the import table says nothing about it`] : []
    const may = rule.may.map((glob) => glob.replaceAll('{unit}', unitOf(path)))
    return imports
      .filter(({ typeOnly }) => !(rule.atRunTime && typeOnly))
      .filter(({ ours, target }) =>
        ours ? !anyMatch(target, may) : (rule.not ?? []).some((prefix) => target.startsWith(prefix)),
      )
      .map(({ specifier }) => `${path} must not import ${specifier}`)
  })
}
