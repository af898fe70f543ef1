import type { Alternative, Audience } from '#kernel/browser/audience.ts'
import { momentText } from './moment.ts'

/** Names of what a rule refers to by id. */
export interface AudienceNames {
  products: readonly { id: string; name: string }[]
  /** Names of members by id, as far as they are known. */
  people?: ReadonlyMap<string, string>
}

const either = new Intl.ListFormat('en', { type: 'disjunction' })
const both = new Intl.ListFormat('en', { type: 'conjunction' })

/** Reads a rule as one sentence: `Members with the role Reading club, and buyers of Tea, from 1 Mar 2026`. */
export function audienceSentence({ any }: Audience, names: AudienceNames): string {
  if (any.length === 0) return 'No one'
  const groups = groupBySense(any)
  const [first] = groups
  const sharedTimes =
    groups.length > 1 && groups.every(([one]) => timesText(one!) === timesText(first![0]!))
      ? timesText(first![0]!)
      : ''
  const phrases = groups.map((group) =>
    [whoText(group, names), waitText(group[0]!), sharedTimes ? '' : timesText(group[0]!)]
      .filter(Boolean)
      .join(' '),
  )
  const sentence = joinPhrases(phrases) + (sharedTimes && `, ${sharedTimes}`)
  return sentence[0]!.toUpperCase() + sentence.slice(1)
}

/** What the kinds that need nothing else mean. */
const MEANINGS: Record<string, string> = {
  everyone: 'Visitors and members, signed in or not',
  signed_in: 'Every member who is signed in',
  owner: 'The member who added a row, for that row only',
  team: 'Members of the team that a row belongs to',
}

/** Explains a rule below its name, which is often the sentence already: `Everyone`. */
export function audienceMeaning(rule: Audience, names: AudienceNames): string {
  const [only, ...others] = rule.any
  const isPlain = only && others.length === 0 && Object.keys(only).length === 1
  return (isPlain && MEANINGS[only.kind]) || audienceSentence(rule, names)
}

/** Whom a single alternative lets in, for the name of its row: `buyers of Tea from 1 Mar 2026`. */
export const alternativePhrase = (one: Alternative, names: AudienceNames): string =>
  [whoText([one], names), waitText(one), timesText(one)].filter(Boolean).join(' ')

/** Alternatives of one kind and the same times read as one: `buyers of Tea or Cake`. */
function groupBySense(any: readonly Alternative[]): Alternative[][] {
  const groups = new Map<string, Alternative[]>()
  for (const one of any) {
    const key = JSON.stringify([one.kind, one.from, one.until, one.after_days])
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

function whoText(group: readonly Alternative[], names: AudienceNames): string {
  switch (group[0]!.kind) {
    case 'everyone':
      return 'everyone'
    case 'signed_in':
      return 'signed-in members'
    case 'owner':
      return 'the author'
    case 'team':
      return 'members of the same team'
    case 'role':
      return `members with the role ${either.format(unique(group.map(({ role }) => role || '…')))}`
    case 'bought':
      return `buyers of ${either.format(unique(group.map(({ source }) => productName(source, names))))}`
    case 'people':
      return peopleText(unique(group.flatMap(({ ids = [] }) => ids)), names)
    default:
      // A kind that this version of the Studio does not know.
      return `others (${group[0]!.kind.replaceAll('_', ' ')})`
  }
}

const unique = (texts: readonly string[]) => [...new Set(texts)]

const productName = (source: string | undefined, { products }: AudienceNames) =>
  source ? (products.find(({ id }) => id === source)?.name ?? 'a deleted product') : '…'

function peopleText(ids: readonly string[], { people }: AudienceNames): string {
  if (ids.length === 0) return 'certain people'
  const known = ids.map((id) => people?.get(id))
  if (ids.length <= 3 && known.every((name) => name !== undefined)) return both.format(known)
  return ids.length === 1 ? '1 person' : `${ids.length} people`
}

const SINCE: Record<string, string> = { bought: 'buying it', role: 'getting it' }

const waitText = ({ kind, after_days: days }: Alternative) =>
  days === undefined ? '' : `${days} ${days === 1 ? 'day' : 'days'} after ${SINCE[kind] ?? 'joining'}`

const timesText = ({ from, until }: Alternative) =>
  [from ? `from ${momentText(from)}` : '', until ? `until ${momentText(until)}` : '']
    .filter(Boolean)
    .join(' ')

/** A comma before "and" separates the phrases from names that contain "or" and "and". */
const joinPhrases = (phrases: readonly string[]): string =>
  phrases.length === 1 ? phrases[0]! : `${phrases.slice(0, -1).join(', ')}, and ${phrases.at(-1)}`
