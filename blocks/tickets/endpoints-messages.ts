import { endpoint } from '#kernel/browser/endpoint.ts'

/** A message to holders of tickets as it is typed: plain text, in paragraphs. */
export interface TypedMessage {
  subject: string
  body: string
  /** Types of tickets whose holders get it; empty: all. */
  types: string[]
}

export interface MessagePreview {
  /** Addresses that get it: each once, however many tickets it has. In test mode only the caller's own. */
  recipients: number
  /** The email, except that it is in the language of each holder around the text. */
  letter: { from: string; subject: string; lines: string[]; button: string; closing: string[] }
}

/** The email to holders and to how many it goes, without sending it. Right `people`. */
export const previewMessage = endpoint<{ tenantId: string; eventId: string } & TypedMessage, MessagePreview>(
  'POST',
  '/tickets/:tenantId/events/:eventId/messages/preview',
)

/**
 * Sends a message to each holder, once for each address. `id` is the caller's: a repeated call sends nothing more. `recipients` is the
 * number that the sender confirmed. Right `people`. 409 `holders_changed` (`details.limit`: how many now), `no_holders`,
 * `message_taken` (another message has this id), 429.
 */
export const sendMessage = endpoint<
  { tenantId: string; eventId: string; id: string; recipients: number } & TypedMessage,
  { recipients: number }
>('POST', '/tickets/:tenantId/events/:eventId/messages')
