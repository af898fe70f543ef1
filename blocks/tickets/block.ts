import type { BlockManifest } from '#kernel/browser/block-manifest.ts'

/** Events and tickets. Business adds series, price phases, add-ons, codes, shared seats and waiting lists, which the database enforces. */
export const block = {
  name: 'tickets',
  title: 'Tickets',
  plan: 'pro',
  embed: {
    // `event` names the event. Without it, `series` chooses the events of a list, and `layout` can be `calendar`.
    attributes: ['event', 'series', 'layout'],
    // An event with a line about it, two types of tickets and the button.
    height: 450,
    // Without the plan an event is still shown, and sells nothing.
    openWithoutPlan: true,
  },
} as const satisfies BlockManifest
