import type { DataTable } from '#features/tables/endpoints.ts'
import type { Audience } from '#kernel/browser/audience.ts'
import { OWN_COLUMNS } from '#kernel/browser/fields/field.ts'
import type { Finding } from '#kernel/browser/finding.ts'
import type { Observation } from './ask-as-stranger.ts'
import { type Rules, opensToMembers, opensToStrangers } from './rights-sentence.ts'

/** What the creator has chosen, to compare with what came back. */
export interface Intent {
  table: DataTable
  rules: Rules
  /** Rules of the audiences of hidden fields, by id. */
  audiences: ReadonlyMap<string, Audience>
  /** Number of rows that a stranger should see if the table is open: the approved ones. */
  approvedRows: number
}

export interface Verdict {
  findings: Finding[]
  /** Something came back that the rights do not open. */
  hasHole: boolean
  /** Requests were not answered, so that nothing can be said. */
  isIncomplete: boolean
  /** What a stranger reads, and the columns of it. */
  rows: Record<string, unknown>[]
  columns: string[]
}

/** Compares what a stranger got with what the rights of the table intend. */
export function judgeStranger(intent: Intent, observed: readonly Observation[]): Verdict {
  const { table, rules } = intent
  const of = (...kinds: Observation['kind'][]) => observed.filter(({ kind }) => kinds.includes(kind))
  const rows = of('read', 'visitor').toSorted((a, b) => b.rows.length - a.rows.length)[0]?.rows ?? []
  const findings: Finding[] = [
    rowsFinding(intent, of('read', 'visitor', 'count')),
    fieldsFinding(intent, of('read', 'visitor', 'embedded')),
    ...hiddenFinding(intent, of('hidden')),
    ...(table.approval ? [waitingFinding(of('waiting'))] : []),
    ...embeddedFinding(intent, of('embedded')),
    ...descriptionFinding(intent, of('description')),
    ...(!opensToStrangers(rules.see) && opensToMembers(rules.see) ? [MEMBERS] : []),
  ]
  const unanswered = observed.filter(isUnanswered)
  if (unanswered.length > 0) findings.unshift(unansweredFinding(unanswered[0]!))
  return {
    findings,
    isIncomplete: unanswered.length > 0,
    hasHole: findings.some(({ state }) => state === 'fail'),
    rows,
    columns: [...new Set(rows.flatMap((row) => Object.keys(row)))],
  }
}

/** Overload and faults are no refusal. The description of the API is open to everyone: without it, the key or address is wrong. */
const isUnanswered = ({ kind, status }: Observation) =>
  status === 429 || status >= 500 || (kind === 'description' && status !== 200)

const unansweredFinding = ({ request, status }: Observation): Finding => ({
  id: 'unanswered',
  title: 'Requests without an answer',
  state: 'warn',
  verdict: 'Try again',
  text: `The server answered \`${request}\` with status ${status}, so this check proves nothing yet.`,
})

const MEMBERS: Finding = {
  id: 'members',
  title: 'Anyone who signs up',
  state: 'info',
  verdict: 'Members',
  text: 'Signed-in members see rows. Anyone who signs up on your site becomes one.',
}

function rowsFinding({ rules, approvedRows }: Intent, observed: readonly Observation[]): Finding {
  const most = Math.max(0, ...observed.map(({ rows, count }) => Math.max(rows.length, count ?? 0)))
  const base = { id: 'rows', title: 'Rows' }
  if (!opensToStrangers(rules.see))
    return most === 0
      ? {
          ...base,
          state: 'pass',
          verdict: 'Closed',
          text: 'A stranger gets no row and no count. This is what the rights intend.',
        }
      : {
          ...base,
          state: 'fail',
          verdict: 'Hole',
          text: `A stranger gets ${rowsText(most)}, though the rights do not open the table to everyone.`,
        }
  if (observed.every(({ status }) => status >= 400))
    return {
      ...base,
      state: 'warn',
      verdict: 'Refused',
      text: 'The rights open the table to everyone, but the request of a stranger was refused.',
    }
  return most > approvedRows
    ? {
        ...base,
        state: 'fail',
        verdict: 'Hole',
        text: `A stranger gets ${rowsText(most)}, but only ${rowsText(approvedRows)} are approved.`,
      }
    : {
        ...base,
        state: 'pass',
        verdict: 'Public',
        text: `A stranger reads ${rowsText(most)}. This is what the rights intend: everyone sees them.`,
      }
}

/** Fields that a stranger may read once a row is open. */
const openFields = ({ table, audiences }: Intent) =>
  table.fields.filter(
    ({ audience }) => audience === undefined || opensToStrangers(audiences.get(audience) ?? null),
  )

function closedNames(intent: Intent): string[] {
  const open = new Set(openFields(intent))
  return intent.table.fields.flatMap((field) => (open.has(field) ? [] : field.name))
}

function fieldsFinding(intent: Intent, observed: readonly Observation[]): Finding {
  const isOpen = opensToStrangers(intent.rules.see)
  const allowed = new Set<string>(
    isOpen ? [...OWN_COLUMNS, ...openFields(intent).map(({ name }) => name)] : [],
  )
  const seen = [...new Set(observed.flatMap(({ rows }) => rows.flatMap((row) => Object.keys(row))))]
  const extra = seen.filter((name) => !allowed.has(name))
  const base = { id: 'fields', title: 'Fields' }
  if (extra.length > 0)
    return { ...base, state: 'fail', verdict: 'Hole', text: `A stranger also reads ${codeList(extra)}.` }
  return {
    ...base,
    state: 'pass',
    verdict: seen.length === 0 ? 'None' : 'As intended',
    text: seen.length === 0 ? 'No field came back.' : `These came back: ${codeList(seen)}.`,
  }
}

function hiddenFinding(intent: Intent, observed: readonly Observation[]): Finding[] {
  const closed = closedNames(intent)
  if (closed.length === 0) return []
  const leaks = observed.filter(({ subject, status }) => closed.includes(subject!) && status < 400)
  const base = { id: 'hidden', title: 'Hidden fields, requested by name' }
  return [
    leaks.length > 0
      ? {
          ...base,
          state: 'fail',
          verdict: 'Hole',
          text: `The server answered \`${leaks[0]!.request}\`, which tells a stranger about \`${leaks[0]!.subject}\`.`,
        }
      : {
          ...base,
          state: 'pass',
          verdict: 'Closed',
          text: `Reading, filtering and sorting by ${codeList(closed)} is refused, as if ${closed.length === 1 ? 'it' : 'they'} did not exist.`,
        },
  ]
}

function waitingFinding(observed: readonly Observation[]): Finding {
  const most = Math.max(0, ...observed.map(({ rows, count }) => Math.max(rows.length, count ?? 0)))
  const base = { id: 'waiting', title: 'Rows that wait for approval' }
  return most === 0
    ? { ...base, state: 'pass', verdict: 'Closed', text: 'A stranger gets none of them.' }
    : {
        ...base,
        state: 'fail',
        verdict: 'Hole',
        text: `A stranger gets ${rowsText(most)} that are not approved.`,
      }
}

function embeddedFinding({ rules }: Intent, observed: readonly Observation[]): Finding[] {
  if (observed.length === 0) return []
  const base = { id: 'embedded', title: 'Through other tables' }
  const leak = observed.find(({ rows }) => rows.length > 0)
  if (leak && !opensToStrangers(rules.see))
    return [
      {
        ...base,
        state: 'fail',
        verdict: 'Hole',
        text: `A stranger reaches rows through \`${leak.subject}\`: \`${leak.request}\`.`,
      },
    ]
  const names = codeList([...new Set(observed.map(({ subject }) => subject!))])
  return [
    {
      ...base,
      state: 'pass',
      verdict: leak ? 'As intended' : 'Closed',
      text: leak ? `Rows that everyone sees also come with ${names}.` : `No row came back through ${names}.`,
    },
  ]
}

/** The description of the API may name what a stranger can use, and nothing else. */
function descriptionFinding(intent: Intent, observed: readonly Observation[]): Finding[] {
  const { table, rules } = intent
  const listed = observed.flatMap(({ rows }) => rows.flatMap((body) => propertiesOf(body, table.name) ?? []))
  const isClosed = Object.values(rules).every((rule) => !rule || rule.any.length === 0)
  const leaks = isClosed ? listed : listed.filter((name) => closedNames(intent).includes(name))
  const base = { id: 'description', title: 'Description of the API' }
  return [
    leaks.length > 0
      ? {
          ...base,
          state: 'fail',
          verdict: 'Hole',
          text: `It lists ${codeList(leaks)}, which strangers should not know of.`,
        }
      : {
          ...base,
          state: 'pass',
          verdict: listed.length > 0 ? 'As intended' : 'Not listed',
          text: listed.length > 0 ? 'It names only what strangers may use.' : 'It does not name the table.',
        },
  ]
}

function propertiesOf(body: Record<string, unknown>, name: string): string[] | undefined {
  const definitions = body.definitions as Record<string, { properties?: object }> | undefined
  const definition = definitions?.[name]
  return definition && Object.keys(definition.properties ?? {})
}

const rowsText = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`)
const codeList = (names: readonly string[]) =>
  new Intl.ListFormat('en').format(names.map((name) => `\`${name}\``))
