import type { StaffRole } from '#kernel/browser/staff-rights.ts'

/** What each role may do, as the screens say it. */
export const ROLE_TEXTS: Record<StaffRole, string> = {
  admin:
    'Everything but the payment account, and deleting and handing over the tenant. Only the owner makes and removes admins.',
  editor:
    'What visitors see: products, files, name, theme, and tables with their rows and access. No customers, orders or settings.',
  support: 'Customers, orders, refunds and subscriptions. No content or settings.',
  door: 'Only the check-in of guests.',
}
