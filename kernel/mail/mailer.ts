import { createTransport } from 'nodemailer'
import type { Logger } from '../log.ts'

/** One message to one person. */
export interface Mail {
  /** A bare address, never a list. */
  to: string
  subject: string
  text: string
  html: string
  /** Name shown as sender; the address is always the configured one. */
  from?: string
}

export interface Mailer {
  /**
   * Hands the mail to the mail server. Call it after the transaction committed, never inside one: a mail cannot be
   * rolled back, and a slow mail server must not hold a connection.
   * @throws {Error} when the mail server is not set, not reachable or refuses
   */
  send(mail: Mail): Promise<void>
  /** Waits for mails under way, then ends the connections. */
  close(): Promise<void>
}

/** Longest wait for the mail server, in milliseconds, for each step of the conversation. */
const PATIENCE = 10_000

/**
 * Opens a pool of SMTP connections; nothing is dialled before the first mail.
 * @param config `smtpUrl` as in `smtp://user:password@host:587`, `from` as in `Name <address@host>`
 */
export function openMailer(config: { smtpUrl?: string; from: string }, log: Logger): Mailer {
  const sender = parseSender(config.from)
  const transport = config.smtpUrl ? connect(config.smtpUrl) : undefined
  const underWay = new Set<Promise<unknown>>()

  async function deliver(mail: Mail): Promise<void> {
    if (!transport) throw new Error('SMTP_URL is not set: no mail can be sent')
    const sent = await transport.sendMail({
      // Objects, not text: an address or a name is never parsed for further addresses.
      to: { name: '', address: mail.to },
      from: { name: mail.from ?? sender.name, address: sender.address },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
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
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    // A mail's parts are text of ours; nothing may make the transport read a file or fetch an address.
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
