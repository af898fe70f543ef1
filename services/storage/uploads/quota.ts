import type { Config } from '#kernel/config.ts'

/** Bytes that all files of a pool may have together. One place for all: today the installation's setting. */
export function storageQuota(config: Config, _pool: string): number {
  return config.storage.quotaBytes
}
