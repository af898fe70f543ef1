import { createTransport } from 'nodemailer'
import type { Logger } from '../log.ts'

/** One message to one recipient. */
export interface Mail {
  /** A bare address, never a list. */
  to: string
  subject: string
  text: string
  html: string
  /** Display name of the sender; the address is always the configured one. */
  from?: string
  attachments?: MailAttachment[]
}

export interface MailAttachment {
  name: string
  /** Media type. */
  type: string
  content: Buffer
  /** For a picture of the HTML, which shows it as `cid:` with this id. */
  id?: string
}

export interface Mailer {
  /**
   * Hands the email to the email server. Call it after the transaction has committed, never inside one: an email cannot
   * be rolled back, and a slow email server must not block a database connection.
   * @throws {Error} when the email server is not configured, not reachable or rejects the message
   */
  send(mail: Mail): Promise<void>
  /** Waits for emails in transit, then closes the connections. */
  close(): Promise<void>
}

/** Timeout for each step of the SMTP dialog, in milliseconds. */
const STEP_TIMEOUT_MS = 10_000

/**
 * Opens a pool of SMTP connections. It connects when the first email is sent.
 * @param config `smtpUrl` as in `smtp://user:password@host:587`, `from` as in `Name <address@host>`
 */
export function openMailer(config: { smtpUrl?: string; from: string }, log: Logger): Mailer {
  const sender = parseSender(config.from)
  const transport = config.smtpUrl ? connect(config.smtpUrl) : undefined
  const underWay = new Set<Promise<unknown>>()

  async function deliver(mail: Mail): Promise<void> {
    if (!transport) throw new Error('SMTP_URL is not set: no mail can be sent')
    const sent = await transport.sendMail({
      // Objects, not strings, so that an address or name is never parsed as several recipients.
      to: { name: '', address: mail.to },
      from: { name: mail.from ?? sender.name, address: sender.address },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      attachments: mail.attachments?.map(({ name, type, content, id }) => ({
        filename: name,
        contentType: type,
        content,
        ...(id && { cid: id }),
      })),
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    })
    log.debug({ messageId: sent.messageId }, 'mail handed over')
  }

  return {
    async send(mail) {
      const delivery = deliver(mail)
      underWay.add(delivery)
      try {
        await delivery
      } finally {
        underWay.delete(delivery)
      }
    },
    async close() {
      await Promise.allSettled(underWay)
      transport?.close()
    },
  }
}

function connect(url: string) {
  return createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    // Emails contain only text from this server; the transport must never read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** @throws {Error} when MAIL_FROM is neither `Name <address>` nor a bare address */
function parseSender(from: string): { name: string; address: string } {
  const match = /^\s*(?:"?([^"<>]*?)"?\s*<([^<>\s]+@[^<>\s]+)>|([^<>\s]+@[^<>\s]+))\s*$/.exec(from)
  if (!match) throw new Error('MAIL_FROM must read "Name <address@host>"')
  return { name: match[1] ?? '', address: match[2] ?? match[3]! }
}
