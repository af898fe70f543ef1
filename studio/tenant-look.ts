import { themeVariables } from '#kernel/browser/theme/theme-rules.ts'
import { readTheme } from '#kernel/browser/theme/theme.ts'
import { useAppearance } from './appearance.tsx'
import type { ThemeGroundProps } from './theme-ground.tsx'

export type TenantLook = Pick<ThemeGroundProps, 'theme' | 'mode' | 'variables'>

/**
 * Returns the resolved theme of a tenant's blocks, with its custom colors, corners and font. The mode follows
 * the Studio unless the theme fixes it.
 */
export function useTenantLook(tenant: { theme: unknown } | null | undefined): TenantLook {
  const { shown } = useAppearance()
  const theme = readTheme(tenant?.theme)
  const mode = theme.mode === 'light' || theme.mode === 'dark' ? theme.mode : shown
  return { theme: theme.variant, mode, variables: themeVariables(theme, mode) }
}
