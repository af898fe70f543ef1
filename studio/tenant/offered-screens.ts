import { RIGHTS, type TenantRight, type TenantRole, includesRight } from '#kernel/browser/staff-rights.ts'
import type { GuardName, Screen } from '../screen.ts'

/** Whether the guard of a screen is a right on the chosen tenant. */
export const isRight = (guard: GuardName): guard is TenantRight => guard in RIGHTS

/** Whether navigation and palette offer a screen to someone with this role on the chosen tenant. */
export const isOffered = ({ guard }: Pick<Screen, 'guard'>, role: TenantRole): boolean =>
  !isRight(guard) || includesRight(role, guard)
