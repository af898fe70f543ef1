import type { ThemeMode } from '#kernel/browser/embed-page.ts'
import { type OwnColour, type TenantTheme, readTheme } from '#kernel/browser/theme/theme.ts'

/** What is left of a theme that says nothing: the same as nothing. */
export function tidyTheme(theme: TenantTheme): TenantTheme {
  const { mode, ...rest } = readTheme(theme)
  return mode && mode !== 'auto' ? { ...rest, mode } : rest
}

/** A colour for all pages, or for light or dark ones alone; undefined goes back to the theme's own. */
export function withColour(
  theme: TenantTheme,
  pages: ThemeMode | 'all',
  name: OwnColour,
  colour: string | undefined,
): TenantTheme {
  if (pages === 'all') {
    const { accent: _, ...rest } = theme
    return colour ? { ...rest, accent: colour } : rest
  }
  const { [name]: _, ...others } = theme[pages] ?? {}
  return tidyTheme({ ...theme, [pages]: colour ? { ...others, [name]: colour } : others })
}

/** Steps of the editor: what was, what is, what was taken back. */
export interface Steps {
  past: readonly TenantTheme[]
  now: TenantTheme
  future: readonly TenantTheme[]
  /** Of the last change: changes of one colour in a row, as a colour field makes them, are one step. */
  of: string | undefined
}

const MOST_STEPS = 100

export const firstStep = (now: TenantTheme): Steps => ({ past: [], now, future: [], of: undefined })

/** @param of names the field where several changes in a row are one step */
export function step(steps: Steps, next: TenantTheme, of?: string): Steps {
  const now = tidyTheme(next)
  if (sameTheme(now, steps.now)) return steps
  const past =
    of !== undefined && of === steps.of ? steps.past : [...steps.past, steps.now].slice(-MOST_STEPS)
  return { past, now, future: [], of }
}

export function undo({ past, now, future }: Steps): Steps {
  const before = past.at(-1)
  return before
    ? { past: past.slice(0, -1), now: before, future: [now, ...future], of: undefined }
    : { past, now, future, of: undefined }
}

export function redo({ past, now, future }: Steps): Steps {
  const [after, ...rest] = future
  return after
    ? { past: [...past, now], now: after, future: rest, of: undefined }
    : { past, now, future, of: undefined }
}

/** Whether two tidy themes say the same, in whatever order. */
export function sameTheme(one: TenantTheme, other: TenantTheme): boolean {
  const words = (theme: TenantTheme) => {
    const { light, dark, ...rest } = theme
    const sorted = (part: object) => Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))
    return JSON.stringify([sorted(rest), sorted(light ?? {}), sorted(dark ?? {})])
  }
  return words(one) === words(other)
}
