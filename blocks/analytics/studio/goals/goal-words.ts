import type { Goal } from '#blocks/analytics/endpoints-studio.ts'
import { nameOf } from '../figures/figures-view.ts'

/** How each kind of goal is named, and what its field asks for. */
export const GOAL_KINDS: Record<Goal['kind'], { label: string; field: string; hint: string }> = {
  view: {
    label: 'Views a page',
    field: 'Path',
    hint: 'For example /thanks. With /shop/* all pages below count too.',
  },
  event: {
    label: 'Triggers an event',
    field: 'Event',
    hint: 'The name in data-bb-event, or in bb("track", …).',
  },
  block: { label: 'Uses a block', field: 'Step', hint: 'For example pay:done, form:done or auth:started.' },
  link: { label: 'Follows a link', field: 'Link', hint: 'Host and path, for example example.org/book.' },
  download: {
    label: 'Downloads a file',
    field: 'File',
    hint: 'Host and path, for example shop.example/menu.pdf.',
  },
}

/** A goal as text: `Views a page: /thanks`. */
export const goalText = ({ kind, match }: Goal): string =>
  kind === 'block' ? nameOf('block', match) : `${GOAL_KINDS[kind].label}: ${match}`

/** A part of a whole as percent: `12.5%`. */
export const shareOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${(Math.round((part / whole) * 1000) / 10).toLocaleString('en-US')}%`
