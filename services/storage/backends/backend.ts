/** Part of a file: both ends in bytes from 0, `end` inclusive as in HTTP; without it, to the end of the file. */
export interface ByteRange {
  start: number
  end?: number
}

export interface PutOptions {
  /** Bytes at most; one more and nothing is kept. */
  maxBytes: number
  /** Only S3 keeps it, for those who look at the bucket; what is served comes from the object's row. */
  contentType?: string
  /** Ends the writing; nothing is kept. */
  signal?: AbortSignal
}

export interface Stored {
  /** Bytes. */
  size: number
  /** Quoted, as it stands in the header ETag. Depends on the bytes alone: the same on every back end. */
  etag: string
}

/**
 * Where the bytes of files lie. Keys are ours (keys.ts: pool, object and version, all UUIDs); a name that a caller
 * chose never gets here. A version is written once and never changed: replacing a file writes another version.
 */
export interface Backend {
  /**
   * Writes a file whole or not at all: it is there, and survives a loss of power, when this returns.
   * @throws {FileTooLarge} when there is more than `maxBytes`
   * @throws {UploadAborted} when the body ends early or `signal` fires
   */
  put(key: string, body: AsyncIterable<Uint8Array>, options: PutOptions): Promise<Stored>
  /**
   * The file, or a part of it. A range that begins behind the end is the caller's to refuse (the row has the size).
   * @returns undefined when there is none; `size` is that of what is sent
   */
  get(key: string, range?: ByteRange): Promise<{ body: ReadableStream<Uint8Array>; size: number } | undefined>
  /** @returns false when there is nothing to copy */
  copy(from: string, to: string): Promise<boolean>
  /** What is not there is gone already. */
  remove(keys: string[]): Promise<void>
  /** Bytes, or undefined when there is no such file. */
  size(key: string): Promise<number | undefined>
  /**
   * Keys of a pool that were written before this moment, in no order. Ends what is left of writing that was cut off,
   * too.
   */
  keysBefore(moment: Date, pool: string): AsyncIterable<string>
}

/** The body has more bytes than it may. */
export class FileTooLarge extends Error {
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`The file has more than ${maxBytes} bytes`)
    this.name = 'FileTooLarge'
    this.maxBytes = maxBytes
  }
}

/** The body ended before its end: whoever sent it is gone. */
export class UploadAborted extends Error {
  constructor(cause?: unknown) {
    super('The upload was cut off', { cause })
    this.name = 'UploadAborted'
  }
}
