/** The looks of the blocks that a tenant can choose; the first counts where none is chosen. */
export const THEME_VARIANTS = ['clean', 'retro', 'zen'] as const
export type ThemeVariant = (typeof THEME_VARIANTS)[number]
