import { join } from 'node:path'
import type { Config } from '#kernel/config.ts'
import type { Backend } from './backend.ts'
import { diskBackend } from './disk.ts'
import { s3Backend } from './s3.ts'

const opened = new WeakMap<Config, Backend>()

/** The configured backend: S3 if a bucket is set, otherwise a folder of this machine. One per process. */
export function openBackend(config: Config): Backend {
  const known = opened.get(config)
  if (known) return known
  const { s3 } = config.storage
  const backend = s3 ? s3Backend(s3) : diskBackend(join(config.dataDir, 'files'))
  opened.set(config, backend)
  return backend
}
