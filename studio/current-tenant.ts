/**
 * Which of a creator's tenants the Studio shows: the chosen one, else the newest.
 * @param tenants newest first; undefined while they are read and where reading failed, which is no tenant
 * @param chosen an id out of the browser's storage; it counts only if the list has it
 */
export function currentTenant<T extends { id: string }>(
  tenants: readonly T[] | undefined,
  chosen: string | undefined,
): T | undefined {
  return tenants?.find(({ id }) => id === chosen) ?? tenants?.[0]
}
