import { errors } from '../errors/table.ts'
import type { Condition, Embedding, Nested, OrderTerm, SelectItem } from '../request.ts'
import { isAggregated } from './aggregate.ts'
import { outputName, planColumns } from './columns.ts'
import type { Relation } from './columns.ts'
import { itemsNamed, planOrder, planWhere } from './conditions.ts'
import type { NamedEmbed } from './conditions.ts'
import { linkOf } from './link.ts'
import { embedPage } from './page.ts'
import { findRelationship } from './relationship.ts'
import type { Scope } from './scope.ts'
import type { Embed, Order, Output, Where } from './types.ts'

/** The request for the rows of one level: the root, or an embedding. */
export interface LevelRequest {
  select: SelectItem[]
  where: Condition[]
  order: OrderTerm[]
  nested: Nested[]
}

export interface Level {
  output: Output[]
  where: Where[]
  order: Order[]
}

/**
 * Plans one level with everything embedded in it.
 * @throws PGRST108 for a filter, order or limit on a relation that is not embedded; PGRST118, PGRST120;
 * PGRST2xx
 */
export function planLevel(relation: Relation, request: LevelRequest, scope: Scope): Level {
  const items = request.select.filter((item) => item.kind === 'relation')
  const named = embedsOf(relation, items, request.nested, scope)
  const output = request.select.flatMap((item): Output[] => {
    if (item.kind !== 'relation') return planColumns(relation, item, scope.role, scope.aggregates)
    const { embed } = named.find((it) => it.item === item)!
    // The embedding has no output: `rel()`, or `rel(other())`.
    return embed.output.length === 0 ? [] : [{ kind: 'embed', embed }]
  })
  const inner = named.filter(({ item }) => item.inner)
  return {
    output,
    where: [
      ...planWhere(relation, request.where, named, scope.role),
      ...inner.map(({ embed }): Where => ({ kind: 'exists', negated: false, embed })),
    ],
    order: request.order.map((term) => planOrder(relation, term, named, scope.role)),
  }
}

/**
 * Plans each embedding with its own modifiers, addressed by its alias or, if no alias matches, by its name.
 */
function embedsOf(relation: Relation, items: Embedding[], nested: Nested[], scope: Scope): NamedEmbed[] {
  const modifiers = new Map<Embedding, Nested[]>(items.map((item) => [item, []]))
  for (const clause of nested) {
    const [head = '', ...path] = clause.path
    const addressed = itemsNamed(items, head)
    if (addressed.length === 0) throw errors.notEmbedded(head.slice(0, 100))
    for (const item of addressed) modifiers.get(item)!.push({ ...clause, path })
  }
  return items.map((item) => ({ item, embed: planEmbed(relation, item, modifiers.get(item)!, scope) }))
}

/** Plans one embedding with everything embedded in it. */
function planEmbed(parent: Relation, item: Embedding, nested: Nested[], scope: Scope): Embed {
  const rows = scope.nextRows(item.spread)
  const origin = parent.table ?? parent.name
  const relationship = findRelationship(scope.catalogue, origin, item, scope.role)
  const table = scope.catalogue.tables.get(relationship.to)!
  const relation = { ...table, table: table.name }
  const own = nested.filter(({ path }) => path.length === 0)
  const level = planLevel(
    relation,
    {
      select: item.select,
      where: own.flatMap(({ where }) => where),
      order: own.flatMap(({ order }) => order),
      nested: nested.filter(({ path }) => path.length > 0),
    },
    scope,
  )
  const { toOne } = relationship
  if (item.spread && !toOne && level.output.some(isAggregated)) throw errors.noAggregatesInSpread()
  return {
    ...level,
    rows,
    relation,
    name: outputName(item.alias, item.name),
    link: linkOf(relationship, parent, scope),
    toOne,
    spread: item.spread,
    ...embedPage(own[0]?.range, toOne, relationship.kind === 'key' && !relationship.toView),
  }
}
