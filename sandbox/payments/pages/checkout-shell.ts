import type { Context } from 'hono'
import { html } from 'hono/html'
import { framedHeaders, page, pageHeaders } from '../../page.ts'
import type { Session } from '../objects/checkout-sessions.ts'

type Markup = Parameters<typeof page>[1]
type Status = 200 | 402 | 404 | 410 | 422

/** Where the page of a session is: a hosted one by its id, an embedded one by its secret, which the API alone tells. */
export function pathOf(session: Session): string {
  return session.ui_mode === 'embedded_page' ? `/c/embed/${session.client_secret}` : `/c/pay/${session.id}`
}

/** Answers with a page of a session: on its own, or for a frame on a page of others. */
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

/** The buyer is done: on to success_url, or a last page in the frame, whose page then decides. */
export function showEnd(c: Context, session: Session): Response | Promise<Response> {
  if (session.ui_mode !== 'embedded_page') return c.redirect(returnAddress(session)!, 303)
  return show(c, session, 'Payment complete', html`<h1>Payment complete</h1>`)
}

/** Where a finished session leads: success_url or return_url with the id in its place; null when it leads nowhere. */
export function returnAddress(session: Session): string | null {
  const address = session.success_url ?? session.return_url
  return address ? address.replaceAll('{CHECKOUT_SESSION_ID}', session.id) : null
}
