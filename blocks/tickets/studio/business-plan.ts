import type { Access } from '#features/plans/endpoints.ts'

/**
 * Whether what needs Business cannot be saved. Test mode tries everything, and a day pass has all of it.
 * @param access of the tenant's owner; undefined while it loads, when nothing is locked
 */
export const lacksBusiness = (
  mode: 'test' | 'live',
  access: Pick<Access, 'active' | 'plan' | 'dayPass'> | undefined,
): boolean =>
  mode === 'live' && access !== undefined && !access.dayPass && !(access.active && access.plan === 'business')
