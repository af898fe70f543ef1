import { type ThemeId, isThemeId } from '#ui/theme/themes.ts'

/** Returns the theme that a tenant's visitors see; an unknown value reads as `clean`. */
export function tenantTheme(tenant: { theme: { variant?: string } | null }): ThemeId {
  const variant = tenant.theme?.variant
  return isThemeId(variant) ? variant : 'clean'
}
