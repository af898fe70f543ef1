import type { Message } from '../ports.ts'
import { NAME_LIMIT } from './frame.ts'
import type { ServerFrame, Vsn } from './frame.ts'

const USER_BROADCAST = 4
const BINARY = 0
const JSON_TEXT = 1
const text = JSON.stringify

/** Encodes a server frame as text. */
export function encode(vsn: Vsn, { joinRef, ref, topic, event, payload }: ServerFrame): string {
  return vsn === '2.0.0'
    ? `[${text(joinRef)},${text(ref)},${text(topic)},${text(event)},${payload}]`
    : `{"topic":${text(topic)},"event":${text(event)},"payload":${payload},"ref":${text(ref)},"join_ref":${text(joinRef)}}`
}

/** The reply to a frame with a reference. */
export function reply(
  frame: { joinRef: string | null; ref: string | null; topic: string },
  status: 'ok' | 'error',
  response: object = {},
): ServerFrame {
  const { joinRef, ref, topic } = frame
  return { joinRef, ref, topic, event: 'phx_reply', payload: text({ status, response }) }
}

/**
 * Encodes a message for the members of its channel. Returns undefined for bytes, which version 1.0.0 cannot
 * carry.
 * @param topic with the protocol's prefix `realtime:`
 */
export function encodeBroadcast(vsn: Vsn, topic: string, message: Message): string | Uint8Array | undefined {
  const { event, payload, meta } = message
  const binary = vsn === '2.0.0' ? binaryBroadcast(topic, message) : undefined
  if (binary || typeof payload !== 'string') return binary
  const metaPart = meta ? `,"meta":${text(meta)}` : ''
  const body = `{"type":"broadcast","event":${text(event)},"payload":${payload}${metaPart}}`
  return encode(vsn, { joinRef: null, ref: null, topic, event: 'broadcast', payload: body })
}

/**
 * Kind 4: the lengths of topic, event and metadata and the encoding, one byte each, then the strings and the
 * payload.
 */
function binaryBroadcast(topic: string, { event, payload, meta }: Message): Uint8Array | undefined {
  const texts = [topic, event, meta ? text(meta) : ''].map((part) => Buffer.from(part))
  if (texts.some(({ length }) => length > NAME_LIMIT)) return undefined
  const encoding = typeof payload === 'string' ? JSON_TEXT : BINARY
  const header = Uint8Array.of(USER_BROADCAST, ...texts.map(({ length }) => length), encoding)
  return Buffer.concat([header, ...texts, typeof payload === 'string' ? Buffer.from(payload) : payload])
}
