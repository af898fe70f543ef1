import type { DatabaseSync } from 'node:sqlite'
import PostalMime from 'postal-mime'
import type { Address } from 'postal-mime'
import { identifier } from '../identifier.ts'
import { linksOf } from './links.ts'

/** A received email, as in `/inbox.json`. */
export interface Mail {
  id: string
  to: string[]
  from: string
  subject: string
  /** When the sandbox received it, ISO 8601. */
  date: string
  text: string
  html: string
  links: string[]
  /** Only for text messages, whose `to` is a phone number. */
  kind?: 'sms'
}

const KEPT = 500

/** The last 500 emails and text messages, newest first. Nothing leaves this machine. */
export class Mailbox {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** @param recipients those of the SMTP envelope, which may differ from the headers */
  async receive(source: Uint8Array, envelope: { from: string; recipients: string[] }): Promise<Mail> {
    const parsed = await PostalMime.parse(source)
    const text = (parsed.text ?? '').trim()
    const html = parsed.html ?? ''
    const mail: Mail = {
      id: identifier('mail', 20),
      to: envelope.recipients,
      from: parsed.from ? addressText(parsed.from) : envelope.from,
      subject: parsed.subject ?? '',
      date: new Date().toISOString(),
      text,
      html,
      links: linksOf(text, html),
    }
    return this.#keep(mail)
  }

  /** Stores a text message among the emails. */
  receiveText({ to, text }: { to: string; text: string }): Mail {
    return this.#keep({
      id: identifier('sms', 20),
      to: [to],
      from: '',
      subject: text.length > 60 ? `${text.slice(0, 60)}…` : text,
      date: new Date().toISOString(),
      text,
      html: '',
      links: linksOf(text, ''),
      kind: 'sms',
    })
  }

  #keep(mail: Mail): Mail {
    this.#database
      .prepare('insert into mails (id, recipients, data) values (?, ?, ?)')
      .run(mail.id, `,${mail.to.join(',').toLowerCase()},`, JSON.stringify(mail))
    this.#database.prepare('delete from mails where seq <= (select max(seq) from mails) - ?').run(KEPT)
    return mail
  }

  /** All emails, or those to one address, newest first. */
  list(to?: string): Mail[] {
    const rows = this.#database.prepare('select recipients, data from mails order by seq desc').all()
    return rows
      .filter((row) => to === undefined || String(row['recipients']).includes(`,${to.trim().toLowerCase()},`))
      .map((row) => JSON.parse(String(row['data'])) as Mail)
  }

  find(id: string): Mail | undefined {
    const row = this.#database.prepare('select data from mails where id = ?').get(id)
    return row && (JSON.parse(String(row['data'])) as Mail)
  }

  clear(): void {
    this.#database.exec('delete from mails')
  }
}

function addressText(address: Address): string {
  const { name, address: mailbox } = address as { name?: string; address?: string }
  return name && mailbox ? `${name} <${mailbox}>` : (mailbox ?? name ?? '')
}
