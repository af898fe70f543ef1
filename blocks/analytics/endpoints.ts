import { endpoint } from '#kernel/browser/endpoint.ts'

// What pages call. The public key names the tenant, in the query, because a beacon cannot set headers.

export type EventKind = 'view' | 'event' | 'link' | 'download' | 'missing' | 'block' | 'vital'

/** An event as a page reports it. The server adds visitor, country, device and browser. */
export interface SentEvent {
  /** A random UUID. Sending an event again stores nothing. */
  id: string
  /** Milliseconds between the event and sending it, by the page's monotonic clock. So a wrong clock of the visitor changes nothing. */
  age: number
  kind: EventKind
  /** The page. Its fragment and most of its query are not stored. */
  url: string
  /** The page before it, for the first view of a document. */
  referrer?: string
  /** Of an `event`; the address of a `link` or `download`; `pay:opened` of a `block`; `LCP` of a `vital`. */
  name?: string
  /** Of a `vital`: milliseconds, or the score of CLS. */
  value?: number
}

export interface SentEvents {
  events: SentEvent[]
  /** An id that stays, only if the visitor agreed to it. */
  visitor?: string
}

/**
 * Stores events; the response comes when they are stored. The body is JSON with the type `text/plain`, so that browsers send it without
 * a preflight. Bots, own networks and visitors who object (DNT, GPC) are counted nowhere.
 * Errors: 403 origin_not_allowed, not_measuring; 429 too_many_events; 503 busy.
 */
export const sendEvents = endpoint<SentEvents, { stored: number }>('POST', '/analytics-events')

export type FigureName = 'views' | 'visits' | 'visitors' | 'members' | 'orders'

export interface PublicFigures {
  figures: { name: FigureName; value: number }[]
  /** Views of the page that was requested, if views are public. */
  page?: number
}

/** The figures that the tenant chose to publish, of all time. Errors: 404 no_figure. */
export const readPublicFigures = endpoint<{ figure?: FigureName; path?: string }, PublicFigures>(
  'GET',
  '/analytics-figures',
)
