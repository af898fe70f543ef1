/** Versions of the protocol: JSON objects, or JSON arrays and binary broadcasts. */
export type Vsn = '1.0.0' | '2.0.0'

/** A message that a client sends to the other members. */
export interface UserBroadcast {
  event: string
  /** JSON text, or bytes. */
  payload: string | Uint8Array
  /** Request to store the message for later readers: true, or for how many seconds. */
  persist?: boolean | number | undefined
}

/** A frame from a client. */
export interface ClientFrame {
  /** Reference of the join that the frame belongs to. */
  joinRef: string | null
  /** Reference to repeat in the reply; null requests no reply. */
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
  /** With event `broadcast`: the message to send; undefined if the payload names no event. */
  broadcast?: UserBroadcast
  /** The error in its payload: the message is not sent, but the channel stays open. */
  fault?: string
}

/** A frame from the server. The payload is JSON text. */
export interface ServerFrame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: string
}

/** A frame that violates the protocol. Its message may be sent to the client. */
export class BadFrame extends Error {}

/**
 * Maximum length of a topic, event or reference in UTF-8 bytes: binary frames encode these lengths in one
 * byte each.
 */
export const NAME_LIMIT = 255

/** Whether a value fits into a binary frame as topic, event or reference. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= NAME_LIMIT && Buffer.byteLength(value) <= NAME_LIMIT
}

/** Whether a value is a JSON object: neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses a request to store a message, as clients write it: `true` or `{ ttl }` (seconds). */
export function persistOf(value: unknown): boolean | number | undefined {
  if (value === true) return true
  if (!isRecord(value)) return undefined
  const { ttl } = value
  return typeof ttl === 'number' && ttl > 0 ? Math.floor(ttl) : true
}
