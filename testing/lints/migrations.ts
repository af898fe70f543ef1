import type { Migration } from '#kernel/db/migrate.ts'

/**
 * Where the rules of CONTRIBUTING.md ("A migration while servers run") begin. Earlier files cannot be edited any more. A server of 0.2.0
 * finds all that it calls: what they drop was made later, or made again with more columns.
 */
export const RULES_FROM = '202611280000'

/**
 * Tables that grow with visitors, orders or rows: what reads or rewrites one of them whole, under a lock that writers wait for, stops an instance that
 * has many.
 */
export const LARGE_TABLES = [
  'app.analytics_events',
  'app.analytics_hours',
  'app.analytics_ids',
  'app.audience_sets',
  'app.door_changes',
  'app.form_submissions',
  'app.member_facts',
  'app.order_sources',
  'app.record_files',
  'app.record_history',
  'app.records',
  'app.sign_up_sources',
  'app.stripe_events',
  'app.ticket_cart_lines',
  'app.ticket_carts',
  'app.ticket_checkins',
  'app.webhook_attempts',
  'app.webhook_deliveries',
  'app.webhook_messages',
  'auth.identities',
  'auth.known_places',
  'auth.sessions',
  'auth.users',
  'public.audit_log',
  'public.end_users',
  'public.items',
  'public.library_progress',
  'public.order_refunds',
  'public.orders',
  'public.prompt_messages',
  'public.role_members',
  'public.tickets',
  'realtime.messages',
  'storage.objects',
]

/** What a server of the release before may still use. */
const TAKES_AWAY =
  /^(?:drop (?:function|procedure|table|view|type|schema)\b|alter (?:function|procedure|view|type) .*\brename\b|alter table .*\b(?:rename\b|drop (?!constraint\b|not null\b|default\b|identity\b|expression\b)|type\b))/
/**
 * The comment that says why it may: `-- Contract: unused since 0.3.0`, `-- Contract: made after 0.3.0` (no release has it), or
 * `-- Contract: callers see no difference, …`.
 */
const CONTRACT =
  /--\s*Contract: (?:(?:unused since|made after) (?<version>\S+)|callers see no difference, \S.*)/

interface Statement {
  /** One line, lower case, without comments, literals of function bodies and spaces around. */
  text: string
  /** The comments right before and in it. */
  comments: string
}

/** The statements of a file. Bodies of functions are left out: what they do happens later. */
function statementsOf(sql: string): Statement[] {
  const plain = sql
    .replace(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .replace(/\bbegin atomic\b[\s\S]*?^\s*end\b/gim, "''")
  return plain
    .split(/;[^\S\n]*(?:(?=--)[^\n]*)?(?:\n|$)/)
    .map((part) => ({
      text: part
        .replace(/--[^\n]*/g, '')
        .replace(/\s+/g, ' ')
        .trim()
        .toLowerCase(),
      comments: [...part.matchAll(/--[^\n]*/g)].map(([line]) => line).join('\n'),
    }))
    .filter(({ text }) => text)
}

const nameOf = (text: string, pattern: RegExp) => pattern.exec(text)?.[1]

/**
 * What a file does that a running server would notice: it takes away what the release before uses, or locks a large table for as long as reading all of
 * it takes. Tables that it makes itself are empty.
 * @param released versions of CHANGELOG.md that are out
 * @param large names of large tables with their schema
 */
export function migrationFaults(
  { name, sql }: Pick<Migration, 'name' | 'sql'>,
  released: readonly string[],
  large: readonly string[] = LARGE_TABLES,
): string[] {
  const statements = statementsOf(sql)
  const made = statements.map(({ text }) => nameOf(text, /^create table (?:if not exists )?([\w.]+)/))
  const grown = new Set(large.filter((table) => !made.includes(table)))
  const isLarge = (table: string | undefined) => table !== undefined && grown.has(table)
  const waits = statements.some(({ text }) => /\bnot valid\b/.test(text))
  return statements.flatMap(({ text, comments }) => {
    const faults: string[] = []
    const add = (fault: string) => faults.push(`${name}: ${fault}: ${text.slice(0, 80)}`)
    if (TAKES_AWAY.test(text)) {
      const contract = CONTRACT.exec(comments)
      const version = contract?.groups?.['version']
      if (!contract) add('takes away what the release before may use, without a comment `-- Contract: …`')
      else if (version && !released.includes(version)) add(`${version} is not released`)
    }
    const indexed = nameOf(text, /^create (?:unique )?index (?!concurrently).*? ?\bon (?:only )?([\w.]+)/)
    if (isLarge(indexed)) add('locks writers out while it builds: use `concurrently`, in a file of its own')
    const altered = nameOf(text, /^alter table (?:if exists )?(?:only )?([\w.]+)/)
    if (isLarge(altered)) {
      if (/\badd (?:constraint \S+ )?(?:check|foreign key)\b/.test(text) && !/\bnot valid\b/.test(text))
        add('reads all rows under a lock: add `not valid`, and `validate constraint` in the next file')
      if (/\bset not null\b|\badd (?:constraint \S+ )?(?:unique|primary key) ?\(/.test(text))
        add('reads all rows under a lock')
      if (/\bvalidate constraint\b/.test(text) && waits)
        add('validates under the lock of `not valid`: use two files')
    }
    const filled = nameOf(text, /^(?:update|delete from) (?:only )?([\w.]+)/)
    if (isLarge(filled)) add('writes many rows in one transaction: let a job do it in batches')
    return faults
  })
}
