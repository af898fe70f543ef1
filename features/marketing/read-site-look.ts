import type { Kernel } from '#kernel/kernel.ts'
import { addressKey, type Limit } from '#kernel/limits.ts'
import { siteErrors } from '#kernel/sites/errors.ts'
import { cachedLook, type ReadLook } from '#kernel/sites/look/cached-look.ts'
import { siteAddress } from '#kernel/sites/site-address.ts'

/** Per network address. Pictures are fetched by the servers of messengers, each for many users. */
const PER_VISITOR = {
  'look.visitor': { points: 20, seconds: 60 },
  'look.picture': { points: 60, seconds: 60 },
} satisfies Record<string, Limit>

/**
 * Reads what a site looks like, for a visitor.
 * @param bucket of the caller's limit
 * @throws {AppError} url_refused, site_not_read, busy, too_many_requests
 */
export async function readSiteLook(
  kernel: Kernel,
  clientIp: string,
  typed: string,
  bucket: keyof typeof PER_VISITOR = 'look.visitor',
): Promise<ReadLook> {
  const caller = addressKey(clientIp)
  if (!siteAddress(typed)) throw siteErrors.url_refused()
  await kernel.limits.take(bucket, caller, PER_VISITOR[bucket])
  return cachedLook(kernel, caller, typed)
}
