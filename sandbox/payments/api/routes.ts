import { operations } from '../contract/contract.ts'
import type { Operation } from '../contract/contract.ts'

interface Route {
  operation: Operation
  pattern: RegExp
  names: string[]
  literal: boolean
}

const routes: Route[] = Object.values(operations)
  .flatMap((operation) =>
    [...new Set([operation.path, ...(operation.altPaths ?? [])])].map((path) => ({
      operation,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
      names: [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!),
      literal: !path.includes('{'),
    })),
  )
  .sort((a, b) => Number(b.literal) - Number(a.literal))

/** Finds the operation for a path and its ids; literal paths take precedence over templated ones. */
export function matchRoute(
  method: string,
  path: string,
): { operation: Operation; path: Record<string, string> } | undefined {
  for (const { operation, pattern, names } of routes) {
    if (operation.method !== method) continue
    const found = pattern.exec(path)
    if (!found) continue
    const ids = Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1]!)]))
    return { operation, path: ids }
  }
  return undefined
}
