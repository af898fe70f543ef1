import type { Role } from '#kernel/db/claims.ts'
import { errors } from '../errors/table.ts'
import type { Condition, Embedding, OrderTerm } from '../request.ts'
import { columnRef } from './columns.ts'
import type { Relation } from './columns.ts'
import type { Embed, Order, Where } from './types.ts'

/** An embedding of the level whose filters and order are planned. */
export interface NamedEmbed {
  item: Embedding
  embed: Embed
}

/** The embeddings with that alias; if there are none, those with that name. */
export function itemsNamed(items: Embedding[], name: string): Embedding[] {
  const byAlias = items.filter((item) => (item.alias ?? item.name) === name)
  return byAlias.length > 0 ? byAlias : items.filter((item) => item.name === name)
}

function embedNamed(named: NamedEmbed[], name: string): Embed | undefined {
  const [item] = itemsNamed(
    named.map((it) => it.item),
    name,
  )
  return named.find((it) => it.item === item)?.embed
}

/**
 * Plans and-ed filters and checks each column. An embedding's name can be filtered by `is.null` and
 * `not.is.null`.
 */
export function planWhere(relation: Relation, where: Condition[], named: NamedEmbed[], role: Role): Where[] {
  return where.map((condition): Where => {
    const { negated } = condition
    if (condition.kind !== 'filter') {
      return { kind: condition.kind, negated, parts: planWhere(relation, condition.parts, named, role) }
    }
    const { field, operation } = condition
    const embed = field.path.length === 0 ? embedNamed(named, field.name) : undefined
    if (embed && operation.kind === 'is' && (operation.value === 'null' || operation.value === 'not_null')) {
      return { kind: 'exists', negated: (operation.value === 'null') !== negated, embed }
    }
    if (embed && !relation.columns.has(field.name)) throw errors.badEmbedFilter(field.name)
    return { kind: 'filter', negated, ref: columnRef(relation, field, role), operation }
  })
}

/** @throws PGRST108 for a relation that is not embedded, PGRST118 for a to-many relation */
export function planOrder(relation: Relation, term: OrderTerm, named: NamedEmbed[], role: Role): Order {
  const { field, direction, nulls } = term
  if (term.relation === undefined) return { ...columnRef(relation, field, role), direction, nulls }
  const embed = embedNamed(named, term.relation)
  if (!embed) throw errors.notEmbedded(term.relation.slice(0, 100))
  if (!embed.toOne) throw errors.orderNotToOne(relation.name, term.relation)
  // By the name in the embedding's output, or else by a column that the embedding does not show.
  const shown = embed.output.find((item) => item.kind === 'column' && item.name === field.name)
  if (shown?.kind === 'column' && field.path.length === 0) return { ...shown, embed, direction, nulls }
  return { ...columnRef(embed.relation, field, role), embed, direction, nulls }
}
