/** The origin of a view's column: a column of a table, or of a view that it selects from. */
export interface Origin {
  relation: number
  column: number
}

/**
 * Reads the origin of each column from a view's definition as PostgreSQL stores it (pg_node_tree). The
 * catalogue has no other source: pg_depend lists the columns that a view uses, not where each of them is
 * shown.
 * @param tree pg_rewrite.ev_action as text: a list of one QUERY, whose targetList has one TARGETENTRY per
 * column
 * @returns by the view's column number; computed columns have no origin and are left out
 */
export function viewOrigins(tree: string): Map<number, Origin> {
  const origins = new Map<number, Origin>()
  for (const entry of targetEntries(tree)) {
    const relation = numberOf(entry, 'resorigtbl')
    const column = numberOf(entry, 'resorigcol')
    if (relation > 0 && column > 0) origins.set(numberOf(entry, 'resno'), { relation, column })
  }
  return origins
}

/** Names, and brackets outside of names. Brackets inside a name are escaped with backslashes. */
const TOKEN = /\\.|[(){}]|:[a-zA-Z_]+|[^\\(){}:]+|:/gs

/** Yields the fields of each target entry of the outermost query, without anything nested in them. */
function* targetEntries(tree: string): Generator<string> {
  let depth = 0
  let field = ''
  let listDepth: number | undefined
  let entry = ''
  for (const [token] of tree.matchAll(TOKEN)) {
    if (token === '(' || token === '{') {
      depth++
      // The tree is ({QUERY … :targetList ({TARGETENTRY …} …) …}): fields of the query are at depth 2.
      if (depth === 3 && field === ':targetList') listDepth = depth
    } else if (token === ')' || token === '}') {
      if (listDepth !== undefined && depth === listDepth + 1) {
        yield entry
        entry = ''
      }
      if (depth === listDepth) return
      depth--
    } else {
      if (depth === 2 && token.startsWith(':')) field = token
      if (listDepth !== undefined && depth === listDepth + 1) entry += token
    }
  }
}

function numberOf(entry: string, field: string): number {
  return Number(new RegExp(`:${field} (\\d+)`).exec(entry)?.[1] ?? 0)
}
