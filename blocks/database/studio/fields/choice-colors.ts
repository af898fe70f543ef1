import type { BadgeTone } from '#ui/base/badge.tsx'

/** Colors that a choice can have, by the name that the field stores. They are tones of the theme, so each is legible in all of them. */
export const CHOICE_COLORS = ['gray', 'accent', 'green', 'yellow', 'red'] as const
export type ChoiceColor = (typeof CHOICE_COLORS)[number]

export const COLOR_LABELS: Record<ChoiceColor, string> = {
  gray: 'Gray',
  accent: 'Accent',
  green: 'Green',
  yellow: 'Yellow',
  red: 'Red',
}

const TONES: Record<string, BadgeTone> = {
  gray: 'neutral',
  accent: 'accent',
  green: 'ok',
  yellow: 'warn',
  red: 'danger',
}

/** The badge of a choice. A color that this version does not know is gray. */
export const toneOfColor = (color: string | undefined): BadgeTone => TONES[color ?? 'gray'] ?? 'neutral'
