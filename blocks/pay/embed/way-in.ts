import { day, isolated, list } from '#kernel/browser/local.ts'
import type { WayIn } from '../endpoints.ts'
import type { PayItem } from './data-types.ts'
import { texts } from './texts/spoken.ts'

/** What the page knows when it shows how to get in. */
export interface WaysInContext {
  signedIn: boolean
  /** The products on the page. */
  items: readonly PayItem[]
}

export type WayInAction = { type: 'sign-in' } | { type: 'show'; item: PayItem }

export interface ShownWay {
  /** For whom the product is, in one or two sentences. */
  text: string
  /** Undefined when only the owner can help. */
  action: WayInAction | undefined
}

/**
 * For whom a product is that this visitor may not buy, and what they can do about it: sign in, else buy the product that
 * opens it, else ask the owner.
 */
export function wayIn(ways: readonly WayIn[], { signedIn, items }: WaysInContext): ShownWay {
  const text = audienceText(ways)
  const opener = signedIn
    ? items.find(({ id, ways: own }) => !own && ways.some(({ item_id }) => item_id === id))
    : undefined
  if (opener) return { text, action: { type: 'show', item: opener } }
  // Without an alternative that is left, a session changes nothing.
  if (!signedIn && ways.length > 0) return { text, action: { type: 'sign-in' } }
  return { text: ways.some(opensByItself) ? text : `${text} ${texts.members.ask}`, action: undefined }
}

/** Whether a signed-in member need only wait. */
const opensByItself = ({ kind, from, after_days: days }: WayIn) =>
  Boolean(from) || (kind === 'signed_in' && Boolean(days))

function audienceText(ways: readonly WayIn[]): string {
  const { members } = texts
  const names = [...new Set(ways.flatMap(({ name }) => name ?? []))]
  const opens = ways.map(({ from }) => from)
  const isLater = opens.length > 0 && opens.every((from) => from !== undefined)
  const who = names.length
    ? members.of(list(names.map(isolated)))
    : ways.some(({ kind }) => kind === 'everyone')
      ? ''
      : members.only
  const waits = ways.map(({ after_days: days = 0 }) => days)
  const days = waits.length > 0 ? Math.min(...waits) : 0
  return [who, isLater ? members.opens(day(opens.sort()[0]!)) : '', days ? members.after(days) : '']
    .filter(Boolean)
    .join(' ')
}
