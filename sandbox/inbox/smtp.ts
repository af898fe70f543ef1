import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { Mailbox } from './mailbox.ts'

const MEGABYTE = 1024 * 1024

export interface SmtpInbox {
  url: string
  close(): Promise<void>
}

/** Receives any email on 127.0.0.1, without login, into the mailbox. @param port 0 for any free one */
export async function openSmtp(mailbox: Mailbox, port: number): Promise<SmtpInbox> {
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    size: 10 * MEGABYTE,
    onAuth: (_auth, _session, done) => done(null, { user: 'anyone' }),
    onData: (stream, session, done) => {
      const answer = async (): Promise<void> => {
        try {
          const source = await buffer(stream)
          if (stream.sizeExceeded)
            return done(Object.assign(new Error('The email is larger than 10 MB.'), { responseCode: 552 }))
          const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
          const recipients = session.envelope.rcptTo.map((one) => one.address)
          const mail = await mailbox.receive(source, { from, recipients })
          return done(null, `stored as ${mail.id}`)
        } catch (error) {
          return done(error instanceof Error ? error : new Error(String(error)))
        }
      }
      void answer()
    },
  })
  // A client that disconnects early must not stop the server.
  server.on('error', (error) => console.error(`smtp: ${error.message}`))
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
