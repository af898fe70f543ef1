/** Theme variants that a tenant can choose. The first is the default. */
export const THEME_VARIANTS = ['clean', 'retro', 'zen'] as const
export type ThemeVariant = (typeof THEME_VARIANTS)[number]

/** Value of `data-theme` for a block that takes font, accent and corners from the host page. */
export const AUTO_THEME = 'auto'
/** What a tag or a page can request. */
export type RequestedTheme = ThemeVariant | typeof AUTO_THEME
