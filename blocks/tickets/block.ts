import type { BlockManifest } from '#kernel/browser/block-manifest.ts'

/** Events and tickets. Business adds series, price phases, add-ons, codes, shared seats and waiting lists, which the database enforces. */
export const block = {
  name: 'tickets',
  title: 'Tickets',
  plan: 'pro',
  embed: {
    // `event` names the event, `series` a series.
    attributes: ['event', 'series'],
    shows: 'event',
    height: 420,
    // Without the plan an event is still shown, and sells nothing.
    openWithoutPlan: true,
  },
} as const satisfies BlockManifest
