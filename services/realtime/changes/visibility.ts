import type { Claims } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import { isDatabaseAway, sqlState } from '#kernel/db/database-error.ts'
import type { Logger } from '#kernel/log.ts'
import { conditionSql } from './filter.ts'
import type { Condition } from './filter.ts'
import { hasPattern } from './pattern-budget.ts'
import { quoted } from './relations.ts'
import type { Relation } from './relations.ts'

/** A visibility query: which of these rows may the claims see, and which filters do the rows match? */
export interface VisibilityQuery {
  relation: Relation
  claims: Claims
  /** The equality conditions that policies may read (setting `request.eq`). */
  equalities: Record<string, string>
  /** Rows as JSON text. */
  images: string[]
  filters: Condition[][]
  /** Called with a filter that exceeds the statement's time limit: it then matches nothing. */
  onSlow(filter: Condition[]): void
  /** Time limit of the statement in milliseconds; default TIMEOUT_MS. */
  timeoutMs?: number
}

/** For each row: undefined if it is not visible, otherwise whether each filter matches. */
export type VisibilityResult = (boolean[] | undefined)[]

const TIMEOUT_MS = 2000
/**
 * Milliseconds. After filters were too slow together, each filter may take its share of this time. Patterns
 * that have not run by then end.
 */
const SHARED_MS = 1500
const TIMED_OUT = '57014'

/**
 * Evaluates the select policies and the filters on row images, as PostgreSQL would on the rows themselves:
 * under the subscriber's role and claims, in one statement. A row or filter that fails is delivered to
 * no one, and logged.
 * @throws the database's error if it is unavailable
 */
export async function queryVisibility(
  database: Database,
  log: Logger,
  question: VisibilityQuery,
): Promise<VisibilityResult> {
  const { relation, images, filters } = question
  try {
    return await queryVisibilityOnce(database, question)
  } catch (error) {
    const state = sqlState(error)
    if (!state || isDatabaseAway(error)) throw error
    if (filters.length > 1) return merge(await eachFilter(database, log, question, state === TIMED_OUT))
    if (state === TIMED_OUT) {
      question.onSlow(filters[0]!)
      return images.map(() => undefined)
    }
    if (images.length > 1) {
      const half = Math.ceil(images.length / 2)
      const first = await queryVisibility(database, log, { ...question, images: images.slice(0, half) })
      return [
        ...first,
        ...(await queryVisibility(database, log, { ...question, images: images.slice(half) })),
      ]
    }
    log.warn(
      { table: `${relation.schema}.${relation.name}`, role: question.claims.role, error: String(error) },
      'could not check a change, so it is delivered to no one',
    )
    return [undefined]
  }
}

/** Runs one statement per filter, so that a failing filter does not affect the others. */
async function eachFilter(
  database: Database,
  log: Logger,
  question: VisibilityQuery,
  slow: boolean,
): Promise<VisibilityResult[]> {
  const timeoutMs = slow ? Math.max(5, SHARED_MS / question.filters.length) : question.timeoutMs
  const answers: VisibilityResult[] = []
  const until = performance.now() + SHARED_MS
  for (const filter of question.filters) {
    if (slow && hasPattern(filter) && performance.now() > until) {
      question.onSlow(filter)
      answers.push(question.images.map(() => undefined))
      continue
    }
    answers.push(
      await queryVisibility(database, log, {
        ...question,
        filters: [filter],
        // An empty filter means the policies alone, which cannot be skipped.
        ...(timeoutMs && filter.length > 0 ? { timeoutMs } : {}),
      }),
    )
  }
  return answers
}

function merge(answers: VisibilityResult[]): VisibilityResult {
  return answers[0]!.map((_, row) => {
    const fits = answers.map((answer) => answer[row]?.[0])
    return fits.every((fit) => fit === undefined) ? undefined : fits.map((fit) => fit ?? false)
  })
}

/** Runs the query in one statement, without a retry. @throws the database's error */
export async function queryVisibilityOnce(
  database: Database,
  { relation, claims, equalities, images, filters, timeoutMs = TIMEOUT_MS }: Omit<VisibilityQuery, 'onSlow'>,
): Promise<VisibilityResult> {
  const values: unknown[] = [images]
  const add = (value: string) => `$${values.push(value)}`
  const { storage } = relation
  const row = quoted(storage.name)
  const fits = filters.map((conditions) =>
    conditions.length === 0
      ? 'true'
      : `coalesce(${conditions.map((condition) => conditionSql(condition, (column) => relation.expressionOf(column, row), add)).join(' and ')}, false)`,
  )
  // The innermost query contains only the row, under its table's name, so that policies cannot refer to
  // anything else.
  const { rows } = await database.once<{ fits: boolean[] | null }>(claims, {
    text: `select (select array[${fits.join(', ')}]::boolean[]
        from jsonb_populate_record(null::${quoted(storage.schema)}.${row}, image_.row_) as ${row}
        where ${relation.visible[claims.role]}) as fits
      from unnest($1::jsonb[]) with ordinality as image_ (row_, place_) order by image_.place_`,
    values,
    readOnly: true,
    timeoutMs: Math.ceil(timeoutMs),
    settings: { 'request.eq': JSON.stringify(equalities) },
  })
  return rows.map((found) => found.fits ?? undefined)
}
