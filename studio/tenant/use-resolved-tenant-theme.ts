import { themeVariables } from '#kernel/browser/theme/theme-rules.ts'
import { readTheme } from '#kernel/browser/theme/theme.ts'
import { useAppearance } from '../appearance.tsx'
import type { ThemedContainerProps } from './themed-container.tsx'

export type ResolvedTenantTheme = Pick<ThemedContainerProps, 'theme' | 'mode' | 'variables'>

/**
 * Returns the resolved theme of a tenant's blocks, with its custom colors, corners and font. The mode follows
 * the Studio unless the theme fixes it.
 */
export function useResolvedTenantTheme(tenant: { theme: unknown } | null | undefined): ResolvedTenantTheme {
  const { resolvedMode } = useAppearance()
  const theme = readTheme(tenant?.theme)
  const mode = theme.mode === 'light' || theme.mode === 'dark' ? theme.mode : resolvedMode
  return { theme: theme.variant, mode, variables: themeVariables(theme, mode) }
}
