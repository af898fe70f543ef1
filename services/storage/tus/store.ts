import { DataStore, ERRORS, Upload } from '@tus/server'
import type { Readable } from 'node:stream'
import type { Call } from '../storage.ts'
import { endUpload } from './finish.ts'
import { storeParts } from './parts.ts'
import { UPLOAD_SECONDS } from './upload-row.ts'
import type { ResumableUpload } from './upload-row.ts'

/**
 * The store of the tus library, for one request. Its state is in the database, its bytes are in the backend.
 */
export class PartStore extends DataStore {
  readonly #call: Call
  readonly #find: (id: string) => Promise<ResumableUpload>
  readonly #create: () => Promise<void>

  /**
   * @param find finds an upload of this caller
   * @param create records the upload that this request starts
   */
  constructor(call: Call, find: (id: string) => Promise<ResumableUpload>, create: () => Promise<void>) {
    super()
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
    this.#call = call
    this.#find = find
    this.#create = create
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#create()
    return upload
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const reached = await storeParts(this.#call.storage.kernel, await this.#find(id), offset, stream)
    if (reached === undefined) throw ERRORS.INVALID_OFFSET
    return reached
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, offset, metadata, createdAt } = await this.#find(id)
    return new Upload({ id, size, offset, metadata, creation_date: createdAt.toISOString() })
  }

  override async remove(id: string): Promise<void> {
    await endUpload(this.#call, await this.#find(id))
  }

  override getExpiration(): number {
    return UPLOAD_SECONDS * 1000
  }
}
