import * as z from 'zod/mini'
import type { FullName } from '../hub.ts'
import type { Message } from '../ports.ts'

/** A user present in a channel. */
export interface Presence {
  ref: string
  key: string
  /** JSON object as text. */
  meta: string
  /** The process that the user is connected to. */
  process: number
}

/** A message from one process to the others. */
export type Notice =
  | { kind: 'message'; message: Message }
  | { kind: 'presence'; name: FullName; joins: Presence[]; leaves: string[] }
  /** The process died, and with it all its connections. */
  | { kind: 'gone'; process: number }

/** Bytes. A NOTIFY payload must be shorter. */
export const NOTIFY_LIMIT = 7900

const presence = z.object({ ref: z.string(), key: z.string(), meta: z.string(), process: z.number() })
const channel = z.tuple([z.string(), z.boolean(), z.string()])
const wire = z.discriminatedUnion('k', [
  z.object({
    k: z.literal('m'),
    c: channel,
    e: z.string(),
    t: z.optional(z.string()),
    b: z.optional(z.string()),
    m: z.optional(z.record(z.string(), z.unknown())),
  }),
  z.object({ k: z.literal('p'), c: channel, j: z.array(presence), l: z.array(z.string()) }),
  z.object({ k: z.literal('x'), p: z.number() }),
])
const envelope = z.object({
  /** The sending process. */
  from: z.string(),
  /** Makes each payload unique: PostgreSQL delivers equal ones of a transaction only once. */
  n: z.number(),
  body: z.optional(wire),
  /** Where to fetch a body that is too long. */
  parcel: z.optional(z.object({ c: channel, id: z.string() })),
})

export interface Envelope {
  from: string
  notice?: Notice
  parcel?: Parcel
}

/** Refers to a stored body that is too long for a NOTIFY. */
export interface Parcel {
  name: FullName
  id: string
}

const tupleOf = ({ pool, private: isPrivate, topic }: FullName) => [pool, isPrivate, topic] as const
const nameOf = ([pool, isPrivate, topic]: readonly [string, boolean, string]): FullName => ({
  pool,
  private: isPrivate,
  topic,
})

/** The body of a notice, for an envelope or a parcel. */
export function bodyOf(notice: Notice): string {
  if (notice.kind === 'gone') return JSON.stringify({ k: 'x', p: notice.process })
  if (notice.kind === 'presence')
    return JSON.stringify({ k: 'p', c: tupleOf(notice.name), j: notice.joins, l: notice.leaves })
  const { event, payload, meta } = notice.message
  const content =
    typeof payload === 'string' ? { t: payload } : { b: Buffer.from(payload).toString('base64') }
  return JSON.stringify({ k: 'm', c: tupleOf(notice.message), e: event, ...content, m: meta })
}

/** The channel that a notice is about; undefined when it is about a process. */
export function channelOf(notice: Notice): FullName | undefined {
  if (notice.kind === 'message') return notice.message
  return notice.kind === 'presence' ? notice.name : undefined
}

/** @param body from `bodyOf`, or the parcel that stores it */
export function seal(from: string, n: number, body: string | Parcel): string {
  return typeof body === 'string'
    ? `{"from":${JSON.stringify(from)},"n":${n},"body":${body}}`
    : JSON.stringify({ from, n, parcel: { c: tupleOf(body.name), id: body.id } })
}

/** @returns undefined if the payload is not from one of our processes */
export function open(payload: string): Envelope | undefined {
  const read = envelope.safeParse(parseJson(payload))
  if (!read.success) return undefined
  const { from, body, parcel } = read.data
  if (parcel) return { from, parcel: { name: nameOf(parcel.c), id: parcel.id } }
  return body && { from, notice: noticeOf(body) }
}

/** The body of a parcel. */
export function openBody(text: string): Notice | undefined {
  const read = wire.safeParse(parseJson(text))
  return read.success ? noticeOf(read.data) : undefined
}

function noticeOf(body: z.output<typeof wire>): Notice {
  if (body.k === 'x') return { kind: 'gone', process: body.p }
  if (body.k === 'p') return { kind: 'presence', name: nameOf(body.c), joins: body.j, leaves: body.l }
  const payload = body.b === undefined ? (body.t ?? '{}') : Buffer.from(body.b, 'base64')
  return { kind: 'message', message: { ...nameOf(body.c), event: body.e, payload, meta: body.m } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
