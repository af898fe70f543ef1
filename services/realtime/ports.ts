// What the parts of realtime are to one another: the sockets (channels, broadcast, presence) on one side, what the
// database decides, keeps and tells (messages/, changes/) on the other. Each is opened once a process:
// `openMessages(kernel, hub)` of messages/messages.ts, `openChangeSource(kernel)` of changes/change-source.ts.
import type { Claims } from '#kernel/db/claims.ts'

/** A channel's full name: the same topic of two pools is two channels. */
export interface ChannelName {
  /** PLATFORM_POOL, or a tenant id. */
  pool: string
  /** As people name it, without the wire's `realtime:`. */
  topic: string
}

/** What somebody may do in a private channel: read is to receive, write is to send (presence: to be seen). */
export interface ChannelRights {
  broadcast: { read: boolean; write: boolean }
  presence: { read: boolean; write: boolean }
}

/** One message on its way to the members of a channel. */
export interface Message extends ChannelName {
  /** Private and public channels of one topic are two channels. */
  private: boolean
  event: string
  /** JSON text, or bytes that are passed on as they are. */
  payload: string | Uint8Array
  /** Told beside the payload, for example the `id` of a stored message. */
  meta?: Record<string, unknown> | undefined
}

/** The local end of every channel: who is connected to this process hears what is delivered. */
export interface Hub {
  /** Hands a message to the members of its channel in this process, and to nobody else. Never throws. */
  deliver(message: Message): void
}

/** A message that was kept for those who come later. */
export interface StoredMessage {
  id: string
  event: string
  payload: string | Uint8Array
}

/** Messages and rights as realtime.messages has them; what the database sends goes to the hub by itself. */
export interface Messages {
  /** Resolves when nothing that the database sends from now on is missed. @throws while the database is away */
  start(): Promise<void>
  /** By the policies on realtime.messages, as the database has them now: nothing is remembered here. */
  rights(channel: ChannelName, claims: Claims): Promise<ChannelRights>
  /**
   * Stored messages of a private channel, oldest first, newer than `since` (milliseconds since 1970), at most `limit`
   * (25 at most); only what the claims may read.
   */
  replay(channel: ChannelName & { since: number; limit: number }, claims: Claims): Promise<StoredMessage[]>
  /**
   * Keeps a message of a private channel for `ttl` seconds (undefined: as long as messages are kept), as the claims,
   * without delivering it: the sockets do that. @throws {AppError} when a policy refuses the row
   */
  store(message: Message & { ttl?: number | undefined }, claims: Claims): Promise<{ id: string }>
  close(): Promise<void>
}

/** What a client asked to be told of, as it wrote it. */
export interface ChangeBinding {
  event: string
  schema: string
  table?: string | undefined
  filter?: string | undefined
  select?: string[] | undefined
}

/** A living subscription to changes of one channel. */
export interface ChangeSubscription {
  /** One positive number for each binding, in the order of the bindings. */
  ids: number[]
  /** From now on the changes are those that these claims may see. @throws {AppError} when they may not subscribe */
  setClaims(claims: Claims): Promise<void>
  close(): Promise<void>
}

/** Changes of rows, filtered for each subscriber by row-level security. */
export interface ChangeSource {
  /**
   * Resolves when no change from now on is missed.
   * @param options `deliver` gets the ids of the bindings that a change fits, and `data` of the wire's
   *   postgres_changes message, as JSON text
   * @throws {AppError} whose message may be told to the client, when the bindings are not valid
   */
  subscribe(options: {
    claims: Claims
    bindings: ChangeBinding[]
    deliver(ids: number[], data: string): void
    /** Changes may have been missed, or the subscription cannot go on: the channel is told in these words. */
    onLost(reason: string): void
  }): Promise<ChangeSubscription>
  close(): Promise<void>
}
