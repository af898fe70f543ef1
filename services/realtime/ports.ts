// The interfaces between the two halves of realtime: the sockets (channels, broadcast, presence) on one side,
// the database (messages/, changes/) on the other. Each is opened once per process: `openMessages(kernel,
// hub)` of messages/messages.ts, `openChangeSource(kernel)` of changes/change-source.ts.
import type { Claims } from '#kernel/db/claims.ts'

/** A channel's full name: the same topic of two pools is two channels. */
export interface ChannelName {
  /** PLATFORM_POOL, or a tenant id. */
  pool: string
  /** As clients name it, without the protocol's prefix `realtime:`. */
  topic: string
}

/**
 * Permissions in a private channel: read allows receiving, write allows sending (for presence: being
 * visible).
 */
export interface ChannelRights {
  broadcast: { read: boolean; write: boolean }
  presence: { read: boolean; write: boolean }
}

/** A message for the members of a channel. */
export interface Message extends ChannelName {
  /** A private and a public channel of one topic are two channels. */
  private: boolean
  event: string
  /** JSON text, or bytes that are forwarded unchanged. */
  payload: string | Uint8Array
  /** Metadata sent beside the payload, for example the `id` of a stored message. */
  meta?: Record<string, unknown> | undefined
}

/** The local end of every channel: delivers messages to the members connected to this process. */
export interface Hub {
  /** Delivers a message to the channel's members in this process, and nowhere else. Never throws. */
  deliver(message: Message): void
}

/** A message that was stored for later readers. */
export interface StoredMessage {
  id: string
  event: string
  payload: string | Uint8Array
}

/**
 * Messages and permissions from realtime.messages. Messages sent by the database reach the hub automatically.
 */
export interface Messages {
  /**
   * Resolves when every later message from the database will be received.
   * @throws if the database is unavailable
   */
  start(): Promise<void>
  /** Evaluates the policies on realtime.messages in the database. The result is not cached here. */
  rights(channel: ChannelName, claims: Claims): Promise<ChannelRights>
  /**
   * Stored messages of a private channel that the claims may read, oldest first, newer than `since`
   * (milliseconds since 1970). `limit` is at most 25.
   */
  replay(channel: ChannelName & { since: number; limit: number }, claims: Claims): Promise<StoredMessage[]>
  /**
   * Stores a message of a private channel under the claims for `ttl` seconds (undefined: the normal
   * retention). Does not deliver it: the sockets do that. @throws {AppError} if a policy rejects the row
   */
  store(message: Message & { ttl?: number | undefined }, claims: Claims): Promise<{ id: string }>
  close(): Promise<void>
}

/** A subscription to changes, as the client sent it. */
export interface ChangeBinding {
  event: string
  schema: string
  table?: string | undefined
  filter?: string | undefined
  select?: string[] | undefined
}

/** An active subscription of one channel to changes. */
export interface ChangeSubscription {
  /** One positive number per binding, in the order of the bindings. */
  ids: number[]
  /** Delivers later changes according to these claims. @throws {AppError} if they may not subscribe */
  setClaims(claims: Claims): Promise<void>
  close(): Promise<void>
}

/** Changes of rows, filtered for each subscriber by row-level security. */
export interface ChangeSource {
  /**
   * Resolves when every later change will be received.
   * @param options `deliver` receives the ids of the bindings that match a change, and the `data` of the
   * protocol's
   * postgres_changes message, as JSON text
   * @throws {AppError} with a message for the client, if the bindings are not valid
   */
  subscribe(options: {
    claims: Claims
    /** The tenant that staff and the service selected; visitors and members watch only their own. */
    tenant?: string | undefined
    bindings: ChangeBinding[]
    deliver(ids: number[], data: string): void
    /** Changes may have been missed, or the subscription has failed. The channel receives the reason. */
    onLost(reason: string): void
  }): Promise<ChangeSubscription>
  close(): Promise<void>
}
