import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { libraryErrors } from './errors.ts'
import type { Progress } from './endpoints.ts'
import { named } from './cards.ts'
import { readLibraryItem, UUID } from './items.ts'

/**
 * Stores how far a member is. The statement reads the body under the member's rights, so nothing is stored for an item that is closed.
 * @throws {AppError} item_not_found, item_closed
 */
export async function saveProgress(
  kernel: Kernel,
  claims: Claims,
  { item, position, finished }: { item: string; position?: number; finished?: true },
): Promise<Progress> {
  const { rows } = await kernel.database.once<{ saved: Progress }>(claims, {
    ...named(`select app.save_library_progress(i.id, $3, $4) as saved
      from public.library_items i join public.library_bodies b on b.tenant_id = i.tenant_id and b.item_id = i.id
      where i.tenant_id = $1 and ${UUID.test(item) ? 'i.id = $2::uuid' : 'i.slug = $2'}`),
    values: [claims.tenant, item, position ?? null, finished ?? false],
  })
  if (rows[0]) return rows[0].saved
  await readLibraryItem(kernel, claims, { item })
  throw libraryErrors.item_closed()
}
