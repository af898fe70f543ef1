import type { ActivityEvent } from '../endpoints.ts'

/** A refund has its own id, but an order and its sign-up may share one in principle. */
export const rowKey = ({ kind, id }: ActivityEvent): string => kind + id

/** Returns the keys of the events that are newer than the shown ones. */
export function arrived(shown: readonly ActivityEvent[], events: readonly ActivityEvent[]): string[] {
  const known = new Set(shown.map(rowKey))
  const newest = shown[0]?.at ?? ''
  return events.filter((event) => !known.has(rowKey(event)) && event.at >= newest).map(rowKey)
}
