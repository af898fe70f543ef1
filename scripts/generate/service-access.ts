import { SERVICE_REASONS } from '#kernel/db/service-reason.ts'

/**
 * Maximum number of uses of the service role, which row-level security does not restrict. Lower a limit when
 * there are fewer. Raise one only if the caller's rights cannot suffice, and explain why in the commit.
 */
export const LIMITS = { calls: 225, statements: 55 }

export interface ServiceAccess {
  calls: { file: string; reason: string; what: string }[]
  /** Files that run statements with the claims `SERVICE`, with their number of statements. */
  statements: { file: string; count: number }[]
  /** Files with a call whose reason is not a string literal, so that this list cannot show it. */
  unlisted: string[]
}

const CALL = /\basService\(\s*(['`])(\w+): (.*?)\1/g
/** `asAdmin` of features/webhooks checks the owner and then acts as the service. */
const AS_OWNER = /\basAdmin\((?:[\w.]+,\s*)+'([^']*)'/g
const ANY_CALL = /\.asService\(/g
const STATEMENT = /\b(?:once|transaction|withClaims)(?:<[^()]*>)?\(\s*SERVICE\b|\bclaims: SERVICE\b/g

/**
 * Finds all uses of the service role.
 * @param sources content of each file of the product, without tests and commands
 */
export function findServiceAccess(sources: Record<string, string>): ServiceAccess {
  const files = Object.entries(sources).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    calls: files.flatMap(([file, text]) => [
      ...[...text.matchAll(CALL)].map(([, , reason, what]) => ({ file, reason: reason!, what: what! })),
      ...[...text.matchAll(AS_OWNER)].map(([, what]) => ({ file, reason: 'closed', what: what! })),
    ]),
    unlisted: files
      .filter(([, text]) => [...text.matchAll(ANY_CALL)].length > [...text.matchAll(CALL)].length)
      .map(([file]) => file),
    statements: files
      .map(([file, text]) => ({ file, count: [...text.matchAll(STATEMENT)].length }))
      .filter(({ count }) => count > 0),
  }
}

/** The fault if there are more uses than allowed, or if a limit is too high; otherwise undefined. */
export function limitFault(
  { calls, statements, unlisted }: ServiceAccess,
  limits = LIMITS,
): string | undefined {
  if (unlisted.length) return `Write the reason at the call of asService: ${unlisted.join(', ')}`
  const counts = { calls: calls.length, statements: statements.reduce((sum, { count }) => sum + count, 0) }
  for (const kind of ['calls', 'statements'] as const) {
    const [count, limit] = [counts[kind], limits[kind]]
    if (count > limit)
      return `${count} ${kind} use the service role, and the limit is ${limit}: use the rights of the caller (withClaims), or raise the limit in scripts/generate/service-access.ts and say why.`
    if (count < limit)
      return `Only ${count} ${kind} use the service role: lower the limit in scripts/generate/service-access.ts from ${limit}.`
  }
  return undefined
}

/** Prints the list as Markdown. */
export function printServiceAccess({ calls, statements }: ServiceAccess): string {
  const byReason = Object.entries(SERVICE_REASONS).flatMap(([reason, why]) => {
    const own = calls.filter((call) => call.reason === reason)
    if (own.length === 0) return []
    const lines = own.map(({ file, what }) => `- \`${file}\`: ${what}`)
    return [`## ${reason} (${own.length})`, '', why, '', ...lines, '']
  })
  return [
    '# What runs as the service role',
    '',
    'Written by `npm run generate`. Row-level security does not restrict the service role, so each use has a reason',
    `(\`kernel/db/service-reason.ts\`), and \`npm run check\` refuses more of them.`,
    '',
    ...byReason,
    '## Statements of the services',
    '',
    'The services keep their own rows (files, presences, sign-in) with the service role, and check the right of the caller',
    'before, by a statement with its claims.',
    '',
    ...statements.map(({ file, count }) => `- \`${file}\`: ${count}`),
    '',
  ].join('\n')
}
