import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { VideoState } from '../endpoints-studio.ts'
import { itemOf } from '../staff-items.ts'
import { failureText } from './failures.ts'
import { queueConversion, retryVideo } from './video-rows.ts'

interface OfItem {
  tenantId: string
  itemId: string
}

/** How far the conversion of an item's video is. @throws {AppError} tenant_not_found, right_missing, item_not_found */
export function readVideo(kernel: Kernel, claims: Claims, { tenantId, itemId }: OfItem): Promise<VideoState> {
  return kernel.database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'content')
    return stateOf(kernel, db, { tenantId, itemId })
  })
}

/** Converts a video again that failed. @throws {AppError} as above */
export async function convertAgain(kernel: Kernel, claims: Claims, of: OfItem): Promise<VideoState> {
  const { state } = await readVideo(kernel, claims, of)
  if (state === 'failed') {
    await retryVideo(kernel, of)
    await queueConversion(kernel)
  }
  return readVideo(kernel, claims, of)
}

async function stateOf({ config }: Kernel, db: Db, { tenantId, itemId }: OfItem): Promise<VideoState> {
  const row = await db
    .selectFrom('library_videos')
    .select(['state', 'progress', 'failure', 'heights'])
    .where('tenant_id', '=', tenantId)
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  const can_convert = config.video.tools !== undefined
  if (!row) {
    await itemOf(db, tenantId, itemId)
    return { state: 'none', progress: 0, heights: [], can_convert }
  }
  const { failure, ...rest } = row
  return {
    ...rest,
    state: row.state as VideoState['state'],
    can_convert,
    ...(failure && { failure: failureText(failure) }),
  }
}
