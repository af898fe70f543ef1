import type { Condition, Nested, OrderTerm } from '../request.ts'
import { parseFilterName, parseLogic, parseNamePath } from './filter.ts'
import { parseOrder } from './order.ts'
import { parseRange } from './range.ts'

/** Parameters whose last word modifies an embedding's rows: `items.order`, `a.b.limit`, `items.not.or`. */
const OF_EMBEDDING = /^(not\.)?(.+?)\.(not\.)?(order|limit|offset|and|or)$/s

interface Collected {
  path: string[]
  where: Condition[]
  logic: Condition[]
  order: OrderTerm[]
  limit?: string
  offset?: string
}

/** Collects the modifiers of embedded rows, by the names before the last dot. */
export class NestedParameters {
  private readonly byPath = new Map<string, Collected>()

  /** Reads `items.order=…` and other modifiers. Returns false for any other name. */
  takeModifier(name: string, value: string): boolean {
    const [found, before, path = '', after, word] = OF_EMBEDDING.exec(name) ?? []
    if (!found) return false
    const target = this.at(parseNamePath(path))
    if (word === 'order') target.order.push(...parseOrder(value))
    else if (word === 'limit' || word === 'offset') target[word] = value
    else target.logic.push(parseLogic(`${(before ?? after) ? 'not.' : ''}${word}`, value))
    return true
  }

  /** Reads the filter name `items.price`. `where` is undefined if the name has no embedding. */
  filterTarget(name: string): { field: ReturnType<typeof parseFilterName>['field']; where?: Condition[] } {
    const { field, relations } = parseFilterName(name)
    return { field, where: relations.length > 0 ? this.at(relations).where : undefined }
  }

  all(): Nested[] {
    return [...this.byPath.values()].map(({ path, where, logic, order, limit, offset }) => ({
      path,
      where: [...where, ...logic],
      order,
      range: parseRange(limit, offset),
    }))
  }

  private at(path: string[]): Collected {
    const key = JSON.stringify(path)
    const known = this.byPath.get(key)
    if (known) return known
    const made = { path, where: [], logic: [], order: [] }
    this.byPath.set(key, made)
    return made
  }
}
