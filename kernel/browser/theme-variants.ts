/** Theme variants that a tenant can choose. The first is the default. */
export const THEME_VARIANTS = ['clean', 'retro', 'zen'] as const
export type ThemeVariant = (typeof THEME_VARIANTS)[number]
