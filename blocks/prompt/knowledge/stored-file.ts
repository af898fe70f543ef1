import type { Kernel } from '#kernel/kernel.ts'
import { SERVICE } from '#kernel/db/claims.ts'
import { fileKey } from '#services/storage/backends/keys.ts'
import { openStorage } from '#services/storage/open.ts'
import { BUCKET } from '../staff/sources.ts'
import { UnreadableFile } from './read-file.ts'

const MOST_BYTES = 20_971_520

/** The bytes of a source's file. The statement names the bucket, so that no path of a source reaches another one. @throws {UnreadableFile} */
export async function readStoredFile(kernel: Kernel, tenant: string, path: string): Promise<Uint8Array> {
  const { rows } = await kernel.database.once<{ id: string; version: string }>(SERVICE, {
    name: 'prompt file',
    text: 'select id, version from storage.objects where pool_id = $1 and bucket_id = $2 and name = $3',
    values: [tenant, BUCKET, path],
    readOnly: true,
  })
  const [object] = rows
  const file =
    object &&
    (await openStorage(kernel).files.get(
      fileKey({ pool: tenant, object: object.id, version: object.version }),
    ))
  if (!file) throw new UnreadableFile('The file was deleted')
  if (file.size > MOST_BYTES) throw new UnreadableFile('The file is larger than 20 MB')
  return new Uint8Array(await new Response(file.body).arrayBuffer())
}
