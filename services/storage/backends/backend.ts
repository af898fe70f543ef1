/**
 * A byte range of a file, from 0. `end` is inclusive, as in HTTP; without it, the range extends to the end.
 */
export interface ByteRange {
  start: number
  end?: number
}

export interface PutOptions {
  /** Maximum size in bytes. A larger body is rejected and nothing is stored. */
  maxBytes: number
  /** Stored only in S3, for people who inspect the bucket. Responses use the type in the object's row. */
  contentType?: string
  /** Aborts the write; nothing is stored. */
  signal?: AbortSignal
}

export interface Stored {
  /** Bytes. */
  size: number
  /** In quotes, as in the ETag header. Depends only on the bytes, so it is the same on every backend. */
  etag: string
}

/**
 * Stores file contents. We generate the keys (keys.ts: pool, object and version, all UUIDs); user-supplied
 * names never reach a backend. A version is written once and never changed: replacing a file writes another
 * version.
 */
export interface Backend {
  /**
   * Writes a file completely or not at all. When this returns, the file exists and survives a power failure.
   * @throws {FileTooLarge} if the body exceeds `maxBytes`
   * @throws {UploadAborted} if the body ends early or `signal` fires
   */
  put(key: string, body: AsyncIterable<Uint8Array>, options: PutOptions): Promise<Stored>
  /**
   * Reads the file, or a range of it. The caller must reject a range that starts beyond the end (the row has
   * the size).
   * @returns undefined if the file does not exist; `size` is the number of bytes in `body`
   */
  get(key: string, range?: ByteRange): Promise<{ body: ReadableStream<Uint8Array>; size: number } | undefined>
  /** @returns false if the source does not exist */
  copy(from: string, to: string): Promise<boolean>
  /** Ignores files that do not exist. */
  remove(keys: string[]): Promise<void>
  /** Size in bytes, or undefined if the file does not exist. */
  size(key: string): Promise<number | undefined>
  /**
   * Keys of a pool that were written before this moment, in no order. Also removes remains of interrupted
   * writes.
   */
  keysBefore(moment: Date, pool: string): AsyncIterable<string>
}

/** The body is larger than allowed. */
export class FileTooLarge extends Error {
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`The file has more than ${maxBytes} bytes`)
    this.name = 'FileTooLarge'
    this.maxBytes = maxBytes
  }
}

/** The body ended early because the client disconnected. */
export class UploadAborted extends Error {
  constructor(cause?: unknown) {
    super('The upload was interrupted', { cause })
    this.name = 'UploadAborted'
  }
}
