import { matchesGlob } from 'node:path'
import type { Source } from './sources.ts'

/** A rule on which files may import which. The first rule whose `files` match a file applies to it. */
export interface Direction {
  files: string[]
  /** Project files that it may import; `{unit}` is replaced by the importing file's own unit. */
  may: string[]
  /** Packages and node: modules that must not be imported, by prefix. */
  not?: string[]
  /** Applies the rule only to imports that exist at run time. */
  atRunTime?: boolean
}

/** `blocks/pay` for blocks/pay/studio/x.tsx, `kernel` for kernel/db/x.ts. */
function unitOf(path: string): string {
  const [kind = '', name = ''] = path.split('/')
  return ['services', 'features', 'blocks'].includes(kind) && !name.includes('.') ? `${kind}/${name}` : kind
}

const anyMatch = (path: string, globs: string[]) => globs.some((glob) => matchesGlob(path, glob))

/**
 * Finds imports that violate the table.
 * @returns one line per violation; a file that no rule matches is also a violation
 */
export function directionFaults(sources: Source[], table: Direction[]): string[] {
  return sources.flatMap(({ path, imports }) => {
    const rule = table.find(({ files }) => anyMatch(path, files))
    if (!rule) return imports.length ? [`${path}: no rule of the import table matches it`] : []
    const may = rule.may.map((glob) => glob.replaceAll('{unit}', unitOf(path)))
    return imports
      .filter(({ typeOnly }) => !(rule.atRunTime && typeOnly))
      .filter(({ ours, target }) =>
        ours ? !anyMatch(target, may) : (rule.not ?? []).some((prefix) => target.startsWith(prefix)),
      )
      .map(({ specifier }) => `${path} must not import ${specifier}`)
  })
}
