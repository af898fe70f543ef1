import type { Claims } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import { isDatabaseAway, sqlState } from '#kernel/db/database-error.ts'
import type { Logger } from '#kernel/log.ts'
import { conditionSql } from './filter.ts'
import type { Condition } from './filter.ts'
import { hasPattern } from './pattern-budget.ts'
import type { Relation } from './relations.ts'

/** A question to the database: which of these rows may somebody see, and which filters do they fit. */
export interface Question {
  relation: Relation
  claims: Claims
  /** What policies may know to have been asked (setting `request.eq`). */
  asked: Record<string, string>
  /** Rows as JSON text. */
  images: string[]
  filters: Condition[][]
  /** Called with a filter that takes longer than a statement may: it fits nothing. */
  onSlow(filter: Condition[]): void
  /** Milliseconds that the statement may take; TIMEOUT_MS unless given. */
  timeoutMs?: number
}

/** For each row: undefined when it may not be seen, else whether each filter fits. */
export type Answer = (boolean[] | undefined)[]

const TIMEOUT_MS = 2000
/**
 * After filters took too long together, those may stay that take no more than their share of this; patterns that were
 * not come to by then end.
 */
const SHARED_MS = 1500
const TIMED_OUT = '57014'

/**
 * Evaluates the select policies and the filters on images of rows, as the database itself would on the rows: under
 * the role and claims of who asks, in one statement. What fails for one row or filter is told to nobody, and logged.
 * @throws the database's error when it is away
 */
export async function askVisible(database: Database, log: Logger, question: Question): Promise<Answer> {
  const { relation, images, filters } = question
  try {
    return await ask(database, question)
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
      const first = await askVisible(database, log, { ...question, images: images.slice(0, half) })
      return [...first, ...(await askVisible(database, log, { ...question, images: images.slice(half) }))]
    }
    log.warn(
      { table: `${relation.schema}.${relation.name}`, role: question.claims.role, error: String(error) },
      'a change could not be checked, so nobody is told',
    )
    return [undefined]
  }
}

/** One statement each, so that one that fails takes no other with it. */
async function eachFilter(
  database: Database,
  log: Logger,
  question: Question,
  slow: boolean,
): Promise<Answer[]> {
  const timeoutMs = slow ? Math.max(5, SHARED_MS / question.filters.length) : question.timeoutMs
  const answers: Answer[] = []
  const until = performance.now() + SHARED_MS
  for (const filter of question.filters) {
    if (slow && hasPattern(filter) && performance.now() > until) {
      question.onSlow(filter)
      answers.push(question.images.map(() => undefined))
      continue
    }
    answers.push(
      await askVisible(database, log, {
        ...question,
        filters: [filter],
        // Without a filter there is nothing that could be left out.
        ...(timeoutMs && filter.length > 0 ? { timeoutMs } : {}),
      }),
    )
  }
  return answers
}

function merge(answers: Answer[]): Answer {
  return answers[0]!.map((_, row) => {
    const fits = answers.map((answer) => answer[row]?.[0])
    return fits.every((fit) => fit === undefined) ? undefined : fits.map((fit) => fit ?? false)
  })
}

/** The question in one statement, without a second try. @throws the database's error */
export async function ask(
  database: Database,
  { relation, claims, asked, images, filters, timeoutMs = TIMEOUT_MS }: Omit<Question, 'onSlow'>,
): Promise<Answer> {
  const values: unknown[] = [images]
  const add = (value: string) => `$${values.push(value)}`
  const row = quoted(relation.name)
  const fits = filters.map((conditions) =>
    conditions.length === 0
      ? 'true'
      : `coalesce(${conditions.map((condition) => conditionSql(condition, row, add)).join(' and ')}, false)`,
  )
  // The row stands alone in the innermost query, under its table's name: policies find nothing else there.
  const { rows } = await database.once<{ fits: boolean[] | null }>(claims, {
    text: `select (select array[${fits.join(', ')}]::boolean[]
        from jsonb_populate_record(null::${quoted(relation.schema)}.${row}, image_.row_) as ${row}
        where ${relation.visible[claims.role]}) as fits
      from unnest($1::jsonb[]) with ordinality as image_ (row_, place_) order by image_.place_`,
    values,
    readOnly: true,
    timeoutMs: Math.ceil(timeoutMs),
    settings: { 'request.eq': JSON.stringify(asked) },
  })
  return rows.map((found) => found.fits ?? undefined)
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
