/**
 * Which role on a tenant's staff includes which right: what `app.staff_roles_with` says, for screens. The database decides;
 * `features/staff/rights.test.ts` compares the two.
 */
export const RIGHTS = {
  /** The tenant's row, its products, audiences and roles. */
  see: ['admin', 'editor', 'support'],
  /** What visitors see: name, theme, products, audiences, files. */
  content: ['admin', 'editor'],
  /** Customers and their roles. */
  people: ['admin', 'support'],
  orders: ['admin', 'support'],
  /** Sites, sign-in, the payment account, webhooks, applications. */
  settings: ['admin'],
  staff: ['admin'],
  door: ['admin', 'support', 'door'],
  /** Deleting and handing over the tenant, its plan. */
  own: [],
} as const satisfies Record<string, readonly StaffRole[]>

export type TenantRight = keyof typeof RIGHTS

export const STAFF_ROLES = ['admin', 'editor', 'support', 'door'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]
export type TenantRole = 'owner' | StaffRole

/** Whether a role includes a right. The owner has every right. */
export const includesRight = (role: TenantRole, right: TenantRight): boolean =>
  role === 'owner' || (RIGHTS[right] as readonly StaffRole[]).includes(role)
