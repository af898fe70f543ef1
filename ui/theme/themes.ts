export const THEME_IDS = ['clean', 'retro', 'zen'] as const
export type ThemeId = (typeof THEME_IDS)[number]

export interface Theme {
  id: ThemeId
  name: string
  description: string
}

/** The themes in display order. */
export const THEMES: readonly Theme[] = [
  { id: 'clean', name: 'Clean', description: 'Professional blues and grays' },
  { id: 'retro', name: 'Retro', description: 'Warm oranges and purples' },
  { id: 'zen', name: 'Zen', description: 'Calming greens and blues' },
]

export function isThemeId(value: unknown): value is ThemeId {
  return THEME_IDS.some((id) => id === value)
}

export const MODE_IDS = ['light', 'dark', 'system'] as const
/** `system` follows the visitor's device. */
export type ModeId = (typeof MODE_IDS)[number]

export function isModeId(value: unknown): value is ModeId {
  return MODE_IDS.some((id) => id === value)
}
