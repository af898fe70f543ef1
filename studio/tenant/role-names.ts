import type { TenantRole } from '#kernel/browser/staff-rights.ts'

/** The roles on a tenant, as the Studio names them. */
export const ROLE_NAMES: Record<TenantRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  editor: 'Editor',
  support: 'Support',
  door: 'Door',
}
