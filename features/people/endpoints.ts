import { endpoint } from '#kernel/browser/endpoint.ts'

/** A role of a tenant's members. Times are ISO 8601. */
export interface Role {
  /** Unique within the tenant, also in other spellings; members read it in `app_metadata.roles`. */
  name: string
  /** Whether new members get it. */
  is_default: boolean
  /** How many members have it. */
  members: number
  created_at: string
}

export const listRoles = endpoint<{ tenantId: string }, { roles: Role[] }>(
  'GET',
  '/tenant-roles/:tenantId/roles',
)

/** Changes need the Business plan (402 `upgrade_required`). 409 `role_exists`, `too_many_roles`. */
export const createRole = endpoint<{ tenantId: string; name: string; is_default?: boolean }, Role>(
  'POST',
  '/tenant-roles/:tenantId/roles',
)

export interface RoleOf {
  tenantId: string
  role: string
}

/**
 * Renames a role, also in the rules of audiences, or makes it the default instead of another one. 404 `role_not_found`,
 * 409 `role_exists`.
 */
export const changeRole = endpoint<RoleOf & { name?: string; is_default?: boolean }, Role>(
  'PUT',
  '/tenant-roles/:tenantId/roles/:role',
)

/** Deletes a role of all its members. 409 `role_in_use` while an audience names it. */
export const deleteRole = endpoint<RoleOf, { deleted: true }>('DELETE', '/tenant-roles/:tenantId/roles/:role')

/**
 * Gives a role to members and takes it from others, up to 1,000 each, in one step. Those who have it already are not
 * counted. 404 `role_not_found`, `customer_not_found`: then nothing changes.
 */
export const changeRoleMembers = endpoint<
  RoleOf & { give?: string[]; take?: string[] },
  { given: number; taken: number }
>('POST', '/tenant-roles/:tenantId/roles/:role/members')

/** A member of the tenant, found by what they were called by. */
export interface FoundMember {
  /** As it was sent. */
  key: string
  id: string
  /** Their email; empty without one. */
  email: string
}

/**
 * Finds members by email or id, up to 1,000 at once. Keys that match no member are missing from the response. It is a POST,
 * because a list of addresses does not belong into an address.
 */
export const findMembers = endpoint<{ tenantId: string; keys: string[] }, { members: FoundMember[] }>(
  'POST',
  '/tenant-roles/:tenantId/find',
)

/** Whom a block is viewed as: a visitor, a member, or an assumed member with a role or a purchase. */
export type Viewer =
  | { kind: 'visitor' }
  | { kind: 'person'; id: string }
  | { kind: 'role'; role: string }
  | { kind: 'bought'; source: string }

export interface ViewAsQuery {
  tenantId: string
  /** Name of the page under /embed. */
  page: string
  /** The page's `id`: which of the creator's own blocks. */
  block?: string | undefined
  viewer: Viewer
}

/**
 * A ticket that loads one page of the tenant's blocks as it is for someone else: `/embed/{page}?…&view_as={ticket}`. It
 * expires after two minutes, opens nothing else, and what the page would write is rolled back. 404 `customer_not_found`
 * (also for a banned member, who gets what visitors get).
 */
export const viewAs = endpoint<ViewAsQuery, { ticket: string; expires_at: string }>(
  'POST',
  '/tenant-roles/:tenantId/view-as',
)
