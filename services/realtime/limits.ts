/** What one socket, one channel and one pool may do. Rates are counted by each server process for itself. */
export interface RealtimeLimits {
  /** Bytes of one message. */
  payload: number
  /** Bytes of one frame: above it the socket is closed (1009) before anything is read. */
  frame: number
  /** Bytes of what somebody tells of themselves by `track`. */
  presencePayload: number
  /** People present in one channel. */
  presences: number
  channelsPerSocket: number
  socketsPerPool: number
  /** Of the sockets of a pool, those from one address: nobody alone takes them all. */
  socketsPerAddress: number
  /** Attempts to open a socket from one address in a minute: room for all visitors behind it to reconnect at once. */
  connectsPerMinuteOfAddress: number
  /** Bytes that wait for a slow reader; above it the socket is cut. */
  unsent: number
  /** The same of all sockets of a pool: above it, readers that are behind by `behind` bytes are cut. */
  unsentOfPool: number
  behind: number
  /** Frames a second of one socket, over ten seconds; five times that, and it is closed. */
  framesPerSecond: number
  /** Joins a second of one socket, over ten seconds, and of all sockets of a pool. */
  joinsPerSecond: number
  joinsPerSecondOfPool: number
  /** Messages and presence events a second of all members of a pool, over HTTP too. */
  messagesPerSecondOfPool: number
  /** Bytes a second that messages and presences of a pool become at all who are told of them in this process. */
  bytesPerSecondOfPool: number
  /** Messages of one HTTP request. */
  batch: number
  /** Milliseconds without a word, after which a socket is closed: two heartbeats of the official client, and some. */
  silence: number
  /** Milliseconds for which rights in a private channel are believed: to send, and to receive. */
  rightsToSend: number
  rightsToReceive: number
}

export const LIMITS: RealtimeLimits = {
  payload: 256_000,
  frame: 300_000,
  presencePayload: 10_000,
  presences: 1_000,
  channelsPerSocket: 100,
  socketsPerPool: 10_000,
  socketsPerAddress: 2_000,
  connectsPerMinuteOfAddress: 6_000,
  unsent: 4_000_000,
  unsentOfPool: 128_000_000,
  behind: 64_000,
  framesPerSecond: 100,
  joinsPerSecond: 50,
  joinsPerSecondOfPool: 1_000,
  messagesPerSecondOfPool: 2_000,
  bytesPerSecondOfPool: 64_000_000,
  batch: 100,
  silence: 60_000,
  rightsToSend: 1_000,
  rightsToReceive: 3_000,
}

/** A bucket that fills at `perSecond` and holds `seconds` of it. */
export interface Bucket {
  /** Takes points; false, and takes nothing, when there are too few. */
  take(points?: number): boolean
}

/** A full one. @param now milliseconds */
export function createBucket(perSecond: number, seconds: number, now = () => performance.now()): Bucket {
  const size = perSecond * seconds
  let left = size
  let filledAt = now()
  return {
    take(points = 1) {
      const time = now()
      left = Math.min(size, left + ((time - filledAt) / 1000) * perSecond)
      filledAt = time
      if (left < points) return false
      left -= points
      return true
    },
  }
}

/** One bucket for each key, forgotten when it is full again. More than a bucket holds costs a full one. */
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
