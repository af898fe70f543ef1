import { type ThemeId, isThemeId } from '#ui/themes.ts'

/** The theme that a tenant's visitors see; anything unknown reads as `clean`. */
export function tenantTheme(tenant: { theme: { variant?: string } | null }): ThemeId {
  const variant = tenant.theme?.variant
  return isThemeId(variant) ? variant : 'clean'
}
