import { Hono } from 'hono'
import { html } from 'hono/html'
import { page, pageHeaders } from '../page.ts'
import { addressesIn } from './links.ts'
import type { Mail, Mailbox } from './mailbox.ts'

const MOST_CHARACTERS = 2000

/** `/inbox` for developers, `/inbox.json` for tests, `/sms` for the product's text messages: `{to, text}`. */
export function createInboxPages(mailbox: Mailbox): Hono {
  const app = new Hono()

  app.get('/inbox.json', (c) => c.json(mailbox.list(c.req.query('to'))))
  app.delete('/inbox.json', (c) => {
    mailbox.clear()
    return c.body(null, 204)
  })

  app.post('/sms', async (c) => {
    const { to, text } = (await c.req.json().catch(() => ({}))) as { to?: unknown; text?: unknown }
    if (typeof to !== 'string' || !/^\+[1-9]\d{6,14}$/.test(to))
      return c.json({ error: 'to must be a number like +4915112345678.' }, 400)
    if (typeof text !== 'string' || text === '' || text.length > MOST_CHARACTERS)
      return c.json({ error: `text must have 1 to ${MOST_CHARACTERS} characters.` }, 400)
    return c.json({ id: mailbox.receiveText({ to, text }).id }, 202)
  })

  app.get('/inbox', (c) => c.html(listPage(mailbox.list(c.req.query('to'))), 200, pageHeaders))

  app.get('/inbox/:id', (c) => {
    const mail = mailbox.find(c.req.param('id'))
    return mail ? c.html(mailPage(mail), 200, pageHeaders) : c.html(goneHtml(), 404, pageHeaders)
  })

  // The email's HTML runs no scripts and loads nothing. Its links open outside the frame.
  app.get('/inbox/:id/body', (c) => {
    const mail = mailbox.find(c.req.param('id'))
    if (!mail) return c.html(goneHtml(), 404, pageHeaders)
    return c.body(`<base target="_blank">${mail.html}`, 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  })
  return app
}

function goneHtml(): ReturnType<typeof page> {
  return page(
    'No such mail',
    html`<h1>No such mail</h1>
      <p><a href="/inbox">All emails</a></p>`,
  )
}

function listPage(mails: Mail[]): ReturnType<typeof page> {
  return page(
    `Inbox (${mails.length})`,
    html`<h1 class="wide">Inbox</h1>
      ${
        mails.length === 0
          ? html`<p>
              No mail or text message yet. Everything the product sends in development arrives here.
            </p>`
          : html`<table>
              <thead>
                <tr>
                  <th scope="col">Subject</th>
                  <th scope="col">To</th>
                  <th scope="col">Received</th>
                </tr>
              </thead>
              <tbody>
                ${mails.map(
                  (one) =>
                    html`<tr>
                      <td><a href="/inbox/${one.id}">${one.subject || '(no subject)'}</a></td>
                      <td>${one.to.join(', ')}</td>
                      <td><time datetime="${one.date}">${one.date.slice(0, 19).replace('T', ' ')}</time></td>
                    </tr>`,
                )}
              </tbody>
            </table>`
      }`,
  )
}

function mailPage(mail: Mail): ReturnType<typeof page> {
  return page(
    mail.subject || '(no subject)',
    html`<p class="wide"><a href="/inbox">All emails</a></p>
      <h1>${mail.subject || '(no subject)'}</h1>
      <p class="hint">
        ${mail.kind === 'sms' ? 'Text message' : `From ${mail.from}`}<br />To ${mail.to.join(', ')}<br /><time
          datetime="${mail.date}"
          >${mail.date}</time
        >
      </p>
      ${
        mail.html
          ? html`<iframe
              title="Mail as HTML"
              src="/inbox/${mail.id}/body"
              sandbox="allow-popups allow-popups-to-escape-sandbox"
            ></iframe>`
          : ''
      }
      ${
        mail.links.length > 0
          ? html`<h2>Links</h2>
              <ul>
                ${mail.links.map((one) => html`<li><a href="${one}" rel="noreferrer">${one}</a></li>`)}
              </ul>`
          : ''
      }
      <h2>Plain text</h2>
      <pre>${linked(mail.text)}</pre>`,
  )
}

function linked(text: string): Array<string | ReturnType<typeof html>> {
  const parts: Array<string | ReturnType<typeof html>> = []
  let done = 0
  for (const { at, address } of addressesIn(text)) {
    parts.push(text.slice(done, at), html`<a href="${address}" rel="noreferrer">${address}</a>`)
    done = at + address.length
  }
  parts.push(text.slice(done))
  return parts
}
