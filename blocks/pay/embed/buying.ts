// The state machine of a purchase: what a press, a checkout and its end lead to. It makes no calls itself;
// use-buying.ts performs its effects.
import type { InnerEnd } from '#features/orders/embed/inner-frame.ts'
import type { Step } from '#ui/base/use-machine.ts'
import type { PayItem } from './data-types.ts'
import type { OrderStage } from './follow-orders.ts'
import type { FramedPurchase } from './use-overlay.ts'

/** A pressed buy button. */
export interface Choice {
  item: PayItem
  quantity: number
  /** It gets the focus back when the checkout ends. */
  button: HTMLElement
}

/** Why no checkout opened. */
export type BuyProblem =
  | { kind: 'price'; before: PayItem; now: PayItem }
  | { kind: 'left'; item: PayItem; count: number }
  | { kind: 'gone' | 'sold-out' | 'members'; item: PayItem }
  | { kind: 'error'; why: unknown }

export interface BuyState {
  /** ID of the product whose checkout is being opened. */
  buying: string | null
  problem: BuyProblem | null
  /** Receipt of the newest purchase by product and quantity. A second press shows its checkout again. */
  started: ReadonlyMap<string, string>
}

export type BuyEvent =
  | ({ type: 'pressed'; choice: Choice } & PressFacts)
  /** A known checkout in the block is opened again. */
  | { type: 'reopened'; choice: Choice; purchase: FramedPurchase }
  | { type: 'started'; choice: Choice; receipt: string; ended: string[] }
  | { type: 'shown-here'; choice: Choice; purchase: FramedPurchase }
  /** @param receipt absent when no purchase was started */
  | { type: 'ended-here'; choice: Choice; how: InnerEnd; receipt?: string; code: string; why?: unknown }
  | { type: 'shown-in-window' }
  | { type: 'window-failed'; choice: Choice; code: string; why: unknown }
  /** `now` is absent when the product is no longer for sale or the catalogue could not be loaded. */
  | { type: 'refreshed'; item: PayItem; code: string; now?: PayItem; window: boolean }
  /** Restored from the back/forward cache, with the button still busy. */
  | { type: 'restored' }

/** What the page knows at the time of a press. */
export interface PressFacts {
  /** The receipts whose checkouts are known here and have not ended. */
  open: readonly string[]
  /** The product with its previous price, while the new one is too recent to have been read. */
  unread?: PayItem
  /** Whether the checkout can open in the block. */
  here: boolean
}

export type BuyEffect =
  | { type: 'show-again'; receipt: string }
  /** Opens the checkout of `purchase` in the block, or starts a purchase when there is none. */
  | { type: 'open-here'; choice: Choice; purchase?: FramedPurchase }
  | { type: 'open-window'; choice: Choice }
  | { type: 'follow-here'; choice: Choice; purchase: FramedPurchase }
  | { type: 'turn'; receipt: string; stage: OrderStage }
  | { type: 'mute'; receipt: string }
  | { type: 'forget'; receipt: string }
  /** Reloads the catalogue, to say what has changed. */
  | { type: 'refresh'; item: PayItem; code: string; window: boolean }

type BuyStep = Step<BuyState, BuyEffect>

export const FIRST_STATE: BuyState = { buying: null, problem: null, started: new Map() }

/** Errors that mean the page shows outdated data. */
const OUTDATED = ['price_changed', 'sold_out', 'too_few_left', 'item_unavailable', 'members_only']

export function reduceBuying(state: BuyState, event: BuyEvent): BuyStep {
  switch (event.type) {
    case 'pressed':
      return pressed(state, event)
    case 'reopened':
      return openHere(state, event.choice, event.purchase)
    case 'started': {
      const { receipt, ended } = event
      const kept = [...state.started].filter(([, each]) => !ended.includes(each))
      const started = new Map([...kept, [keyOf(event.choice), receipt]])
      // The buyer now has another checkout of the same product, so these need no note.
      return [{ ...state, started }, ...ended.map((each) => ({ type: 'forget' as const, receipt: each }))]
    }
    case 'shown-here':
      return [
        { ...state, buying: null },
        { type: 'follow-here', choice: event.choice, purchase: event.purchase },
      ]
    case 'ended-here':
      return endedHere({ ...state, buying: null }, event)
    case 'window-failed':
      return failed(state, event, true)
    case 'refreshed':
      return [{ ...state, ...(event.window && { buying: null }), problem: changeOf(event) }]
    case 'shown-in-window':
    case 'restored':
    default:
      return [{ ...state, buying: null }]
  }
}

const keyOf = ({ item, quantity }: Choice) => `${item.id} ${quantity}`

function pressed(state: BuyState, { choice, open, unread, here }: PressFacts & { choice: Choice }): BuyStep {
  const receipt = state.started.get(keyOf(choice))
  if (receipt && open.includes(receipt)) return [state, { type: 'show-again', receipt }]
  if (unread) return [{ ...state, problem: { kind: 'price', before: unread, now: choice.item } }]
  return here ? openHere(state, choice) : openWindow(state, choice)
}

const openHere = (state: BuyState, choice: Choice, purchase?: FramedPurchase): BuyStep => [
  { ...state, buying: choice.item.id, problem: null },
  { type: 'open-here', choice, ...(purchase && { purchase }) },
]

const openWindow = (state: BuyState, choice: Choice): BuyStep => [
  { ...state, buying: choice.item.id, problem: null },
  { type: 'open-window', choice },
]

function endedHere(state: BuyState, event: Extract<BuyEvent, { type: 'ended-here' }>): BuyStep {
  const { choice, how, receipt } = event
  if (how === 'unable') return openWindow(state, choice)
  if (how === 'failed') return failed(state, { ...event, why: event.why }, false)
  if (!receipt) return [state]
  if (how === 'complete') return [state, { type: 'turn', receipt, stage: 'back' }]
  // A visitor who closes the checkout knows that nothing was paid, so do not repeat it on later visits.
  return [state, { type: 'mute', receipt }, { type: 'turn', receipt, stage: 'closed' }]
}

/** @param window the button stays busy until the reason is known */
function failed(
  state: BuyState,
  { choice: { item }, code, why }: { choice: Choice; code: string; why: unknown },
  window: boolean,
): BuyStep {
  if (OUTDATED.includes(code)) return [state, { type: 'refresh', item, code, window }]
  return [{ ...state, ...(window && { buying: null }), problem: { kind: 'error', why } }]
}

/** Compares with the current catalogue, to say what has changed since the products were shown. */
function changeOf({ item, code, now }: Extract<BuyEvent, { type: 'refreshed' }>): BuyProblem {
  if (code === 'price_changed' && now) return { kind: 'price', before: item, now }
  if (code === 'members_only') return { kind: 'members', item }
  if (code === 'item_unavailable' || !now) return { kind: 'gone', item }
  if (code === 'too_few_left' && now.available) return { kind: 'left', item, count: now.available }
  return { kind: 'sold-out', item }
}
