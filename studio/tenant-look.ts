import { themeVariables } from '#kernel/browser/theme/theme-rules.ts'
import { readTheme } from '#kernel/browser/theme/theme.ts'
import { useAppearance } from './appearance.tsx'
import type { ThemeGroundProps } from './theme-ground.tsx'

export type TenantLook = Pick<ThemeGroundProps, 'theme' | 'mode' | 'variables'>

/** How a tenant's blocks look on a page that is light or dark as the Studio is now, own colours, corners and font included. */
export function useTenantLook(tenant: { theme: unknown } | null | undefined): TenantLook {
  const { shown } = useAppearance()
  const theme = readTheme(tenant?.theme)
  const mode = theme.mode === 'light' || theme.mode === 'dark' ? theme.mode : shown
  return { theme: theme.variant, mode, variables: themeVariables(theme, mode) }
}
