import type { Config } from '#kernel/config.ts'

/** Maximum bytes of all files of a pool. Currently the installation's setting; future quotas belong here. */
export function storageQuota(config: Config, _pool: string): number {
  return config.storage.quotaBytes
}
