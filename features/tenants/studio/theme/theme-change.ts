import type { ThemeMode } from '#kernel/browser/embed-page.ts'
import { type CustomColor, type TenantTheme, readTheme } from '#kernel/browser/theme/theme.ts'

/** Removes settings that equal the default. */
export function tidyTheme(theme: TenantTheme): TenantTheme {
  const { mode, ...rest } = readTheme(theme)
  return mode && mode !== 'auto' ? { ...rest, mode } : rest
}

/** Sets a color for all pages, or only for light or dark ones. Undefined restores the theme's own. */
export function withColor(
  theme: TenantTheme,
  pages: ThemeMode | 'all',
  name: CustomColor,
  color: string | undefined,
): TenantTheme {
  if (pages === 'all') {
    const { accent: _, ...rest } = theme
    return color ? { ...rest, accent: color } : rest
  }
  const { [name]: _, ...others } = theme[pages] ?? {}
  return tidyTheme({ ...theme, [pages]: color ? { ...others, [name]: color } : others })
}

/** The editor's history: earlier themes, the current one, and undone ones. */
export interface Steps {
  past: readonly TenantTheme[]
  now: TenantTheme
  future: readonly TenantTheme[]
  /** The field of the last change. Successive changes of one color field are one step. */
  of: string | undefined
}

const MAX_STEPS = 100

export const firstStep = (now: TenantTheme): Steps => ({ past: [], now, future: [], of: undefined })

/** Adds a step. @param of names a field; its successive changes are one step */
export function step(steps: Steps, next: TenantTheme, of?: string): Steps {
  const now = tidyTheme(next)
  if (sameTheme(now, steps.now)) return steps
  const past = of !== undefined && of === steps.of ? steps.past : [...steps.past, steps.now].slice(-MAX_STEPS)
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

/** Whether two normalized themes are equal, whatever the order of their keys. */
export function sameTheme(one: TenantTheme, other: TenantTheme): boolean {
  const serialize = (theme: TenantTheme) => {
    const { light, dark, ...rest } = theme
    const sorted = (part: object) => Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))
    return JSON.stringify([sorted(rest), sorted(light ?? {}), sorted(dark ?? {})])
  }
  return serialize(one) === serialize(other)
}
