import type { EventState, TypeState } from './endpoints.ts'

/** What a visitor can do about an event, best first: one type on sale puts the event on sale. */
const BEST_FIRST: readonly EventState[] = [
  'on_sale',
  'few_left',
  'not_yet',
  'waiting_list',
  'sold_out',
  'ended',
]

/**
 * The state of an event from those of its types. Few left is told only if all that can be bought is few. Add-ons alone sell nothing.
 * @param types as this visitor sees them
 */
export function eventState(
  { is_canceled, is_over }: { is_canceled: boolean; is_over: boolean },
  types: readonly { state: TypeState; addon_of?: string }[],
): EventState {
  if (is_canceled) return 'canceled'
  if (is_over) return 'ended'
  const states = types
    .filter((type) => type.addon_of === undefined)
    // A ticket for members is on sale, to them.
    .map(({ state }) => (state === 'members_only' ? 'on_sale' : state))
  return BEST_FIRST.find((state) => states.includes(state)) ?? 'closed'
}
