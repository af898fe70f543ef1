import type { Audience } from '#kernel/browser/audience.ts'
import { type AudienceNames, audienceSentence } from '#studio/audience/audience-sentence.ts'

export const RIGHTS = ['see', 'add', 'change', 'delete'] as const
export type Right = (typeof RIGHTS)[number]

/** The rules of a table by right; null: only the owner and staff. */
export type Rules = Record<Right, Audience | null>

interface Described {
  rules: Rules
  approval: boolean
}

const ACTS: Record<Right, string> = {
  see: 'see the rows',
  add: 'add rows',
  change: 'change rows',
  delete: 'delete rows',
}

/** Reads the rights of a table as text: `Everyone can see the approved rows. The author can change and delete their own rows.` */
export function rightsSentence({ rules, approval }: Described, names: AudienceNames): string {
  const groups = new Map<string, Right[]>()
  for (const right of RIGHTS) {
    const who = isNoOne(rules[right]) ? '' : audienceSentence(rules[right]!, names)
    if (who) groups.set(who, [...(groups.get(who) ?? []), right])
  }
  if (groups.size === 0)
    return 'Only you and your staff can see and change rows. Visitors can add some through a form.'
  const sentences = [...groups].map(
    ([who, rights]) => `${who} can ${actsText(rights, isAuthor(rules, rights[0]!))}.`,
  )
  const wait =
    approval && !isNoOne(rules.see)
      ? ' What visitors add or change is shown after you approve it.'
      : approval
        ? ' What visitors add or change waits for your approval.'
        : ''
  return sentences.join(' ') + wait
}

/** `see, change and delete their own rows` for authors, `see the rows and add rows` for others. */
function actsText(rights: readonly Right[], isOwn: boolean): string {
  if (isOwn) return `${list(rights)} their own rows`
  if (rights.length === 1) return ACTS[rights[0]!]
  return `${list(rights)} rows`
}

const list = (verbs: readonly string[]) => new Intl.ListFormat('en').format(verbs).replace(', and', ' and')

export const isNoOne = (rule: Audience | null): boolean => !rule || rule.any.length === 0

const isAuthor = (rules: Rules, right: Right) => rules[right]!.any.every(({ kind }) => kind === 'owner')

/** Whether a rule opens to a stranger right now: someone without an account. */
export const opensToStrangers = (rule: Audience | null, now = Date.now()): boolean =>
  rule?.any.some(
    ({ kind, from, until, after_days }) =>
      kind === 'everyone' &&
      !after_days &&
      (!from || Date.parse(from) <= now) &&
      (!until || Date.parse(until) > now),
  ) ?? false

/** Whether a rule opens to anyone who signs up on the site. */
export const opensToMembers = (rule: Audience | null): boolean =>
  rule?.any.some(({ kind }) => kind === 'signed_in') ?? false

/** What a creator may not have intended, in one sentence each. */
export function accessWarnings({ rules, approval }: Described): string[] {
  const warnings: string[] = []
  const open = RIGHTS.filter((right) => opensToStrangers(rules[right]))
  if (open.includes('change') || open.includes('delete'))
    warnings.push(
      `Everyone on the internet can ${open.includes('change') ? 'change' : 'delete'} every row, also those that others wrote.`,
    )
  if (open.includes('add'))
    warnings.push(
      approval
        ? 'Everyone can add rows through the API, without the spam guard of a form.'
        : 'Everyone can add rows through the API, without the spam guard of a form and without your approval.',
    )
  if (!isNoOne(rules.change) && isNoOne(rules.see))
    warnings.push('Those who may change rows cannot see them.')
  return warnings
}
