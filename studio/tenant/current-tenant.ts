/**
 * Returns the tenant that the Studio shows: the chosen one, otherwise the newest.
 * @param tenants newest first; undefined while loading or after a failure, in which case there is no current
 * tenant
 * @param chosen an id from the browser's storage; it counts only if the list contains it
 */
export function currentTenant<T extends { id: string }>(
  tenants: readonly T[] | undefined,
  chosen: string | undefined,
): T | undefined {
  return tenants?.find(({ id }) => id === chosen) ?? tenants?.[0]
}
