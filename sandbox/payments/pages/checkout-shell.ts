import type { Context } from 'hono'
import { html } from 'hono/html'
import { framedHeaders, page, pageHeaders } from '../../page.ts'
import type { Session } from '../objects/checkout-sessions.ts'

type Markup = Parameters<typeof page>[1]
type Status = 200 | 402 | 404 | 410 | 422

/** Path of a session's page: hosted by its id, embedded by its secret, which only the API reveals. */
export function pathOf(session: Session): string {
  return session.ui_mode === 'embedded_page' ? `/c/embed/${session.client_secret}` : `/c/pay/${session.id}`
}

/** Renders a page of a session, standalone or for a frame on a third-party page. */
export function show(
  c: Context,
  session: Session | undefined,
  title: string,
  content: Markup,
  status: Status = 200,
): Response | Promise<Response> {
  if (session?.ui_mode !== 'embedded_page') return c.html(page(title, content), status, pageHeaders)
  const done = session.status === 'complete' ? 'complete' : 'open'
  const head = html`<script src="/endive/frame.js" data-checkout="${done}"></script>`
  return c.html(page(title, content, head), status, framedHeaders)
}

/** Redirects to success_url, or shows a last page in the frame, which notifies its host page. */
export function showEnd(c: Context, session: Session): Response | Promise<Response> {
  if (session.ui_mode !== 'embedded_page') return c.redirect(returnAddress(session)!, 303)
  return show(c, session, 'Payment complete', html`<h1>Payment complete</h1>`)
}

/**
 * The URL after completion: success_url or return_url with the session id filled in; null if there is none.
 */
export function returnAddress(session: Session): string | null {
  const address = session.success_url ?? session.return_url
  return address ? address.replaceAll('{CHECKOUT_SESSION_ID}', session.id) : null
}
