/** Limits of one socket, one channel and one pool. Each server process counts rates on its own. */
export interface RealtimeLimits {
  /** Bytes of one message. */
  payloadBytes: number
  /** Bytes of one frame. A larger frame closes the socket (1009) before anything is read. */
  frameBytes: number
  /** Bytes of the payload that a client publishes with `track`. */
  presencePayloadBytes: number
  /** Presences in one channel. */
  presences: number
  channelsPerSocket: number
  socketsPerPool: number
  /** Sockets of one pool from one address, so that no single address can take all of them. */
  socketsPerAddress: number
  /**
   * Connection attempts from one address per minute. All visitors behind one address can reconnect at the
   * same time.
   */
  connectsPerMinuteOfAddress: number
  /** Unsent bytes to a slow reader. Above this, the socket is closed. */
  unsentBytes: number
  /**
   * Unsent bytes of all sockets of a pool. Above this, readers with more than `slowReaderBytes` unsent bytes are
   * closed.
   */
  unsentBytesOfPool: number
  slowReaderBytes: number
  /** Frames per second of one socket, averaged over ten seconds. Five times that rate closes the socket. */
  framesPerSecond: number
  /** Joins per second of one socket, averaged over ten seconds, and of all sockets of a pool. */
  joinsPerSecond: number
  joinsPerSecondOfPool: number
  /** Messages and presence events per second of all members of a pool, including those sent over HTTP. */
  messagesPerSecondOfPool: number
  /** Bytes per second of a pool's messages and presences, counted for every recipient in this process. */
  bytesPerSecondOfPool: number
  /** Messages of one HTTP request. */
  batch: number
  /**
   * Milliseconds without a frame after which a socket is closed: more than two heartbeats of the official
   * client.
   */
  silenceMs: number
  /** Milliseconds for which permissions in a private channel are cached: to send, and to receive. */
  sendRightsMs: number
  receiveRightsMs: number
}

export const LIMITS: RealtimeLimits = {
  payloadBytes: 256_000,
  frameBytes: 300_000,
  presencePayloadBytes: 10_000,
  presences: 1_000,
  channelsPerSocket: 100,
  socketsPerPool: 10_000,
  socketsPerAddress: 2_000,
  connectsPerMinuteOfAddress: 6_000,
  unsentBytes: 4_000_000,
  unsentBytesOfPool: 128_000_000,
  slowReaderBytes: 64_000,
  framesPerSecond: 100,
  joinsPerSecond: 50,
  joinsPerSecondOfPool: 1_000,
  messagesPerSecondOfPool: 2_000,
  bytesPerSecondOfPool: 64_000_000,
  batch: 100,
  silenceMs: 60_000,
  sendRightsMs: 1_000,
  receiveRightsMs: 3_000,
}

/** A token bucket that fills at `perSecond` and holds as much as `seconds` produce. */
export interface Bucket {
  /** Takes points. Returns false and takes nothing if there are too few. */
  take(points?: number): boolean
}

/** Creates a full bucket. @param now current time in milliseconds */
export function createBucket(perSecond: number, seconds: number, now = () => performance.now()): Bucket {
  const size = perSecond * seconds
  let available = size
  let filledAt = now()
  return {
    take(points = 1) {
      const time = now()
      available = Math.min(size, available + ((time - filledAt) / 1000) * perSecond)
      filledAt = time
      if (available < points) return false
      available -= points
      return true
    },
  }
}

/** One bucket per key, dropped when it is full again. Taking more than a bucket holds costs a full bucket. */
export function createBuckets(perSecond: number, seconds: number, clock = () => performance.now()) {
  const buckets = new Map<string, { bucket: Bucket; until: number }>()
  return {
    take(key: string, points = 1): boolean {
      const now = clock()
      const known = buckets.get(key)
      const entry = known ?? { bucket: createBucket(perSecond, seconds, clock), until: 0 }
      entry.until = now + seconds * 1000
      if (!known) {
        if (buckets.size > 1000) for (const [old, { until }] of buckets) if (until < now) buckets.delete(old)
        buckets.set(key, entry)
      }
      return entry.bucket.take(Math.min(points, perSecond * seconds))
    },
  }
}
