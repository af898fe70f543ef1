import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { formatPrice } from '#kernel/browser/money.ts'
import type { AppContext } from '#kernel/http/context.ts'
import type { ReturningOrder } from './find-order.ts'
import type { OrderState } from '../fulfil.ts'
import { texts } from '../texts/en.ts'

const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;font:16px/1.5 system-ui,sans-serif;padding:24px}
main{max-width:26rem}h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}p{margin:0 0 .5rem}`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** A page that says what happened, for a buyer who cannot be redirected to a page of the shop. */
export function noticePage(
  c: AppContext,
  state: OrderState | 'unknown' | 'away',
  order?: Pick<ReturningOrder, 'name' | 'amount_total' | 'currency'>,
): Response | Promise<Response> {
  const { title, text } = texts[state]
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
  )
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          ${raw(`<style>${STYLE}</style>`)}
        </head>
        <body>
          <main>
            <h1>${title}</h1>
            ${order ? html`<p>${order.name}, ${formatPrice(order.amount_total, order.currency)}</p>` : ''}
            <p>${text}</p>
          </main>
        </body>
      </html>`,
    state === 'unknown' ? 404 : state === 'away' ? 503 : 200,
  )
}
