/** Versions of the protocol: JSON objects, or JSON arrays and binary broadcasts. */
export type Vsn = '1.0.0' | '2.0.0'

/** A message of a client's own making, on its way to the others. */
export interface UserBroadcast {
  event: string
  /** JSON text, or bytes. */
  payload: string | Uint8Array
  /** Asked to be kept for those who come later: true, or the seconds for which. */
  persist?: boolean | number | undefined
}

/** What a client says. */
export interface ClientFrame {
  /** The join that it belongs to. */
  joinRef: string | null
  /** Asks for a reply under this name. */
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
  /** With event `broadcast`: what is to be sent on; undefined where the payload names no event. */
  broadcast?: UserBroadcast
  /** What is wrong with its payload: the channel goes on, the message does not. */
  fault?: string
}

/** What the server says; the payload is JSON text. */
export interface ServerFrame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: string
}

/** A frame that is no frame of this protocol; the words may be told to whoever sent it. */
export class BadFrame extends Error {}

/** Longest topic, event or reference, in bytes of UTF-8: their lengths are one byte each in binary frames. */
export const NAME_LIMIT = 255

/** A text that fits into a binary frame as topic, event or reference. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= NAME_LIMIT && Buffer.byteLength(value) <= NAME_LIMIT
}

/** An object of JSON: neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The wish to keep a message, as clients write it: `true` or `{ ttl }` (seconds). */
export function persistOf(value: unknown): boolean | number | undefined {
  if (value === true) return true
  if (!isRecord(value)) return undefined
  const { ttl } = value
  return typeof ttl === 'number' && ttl > 0 ? Math.floor(ttl) : true
}
