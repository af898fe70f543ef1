import type { ThemeId } from './themes.ts'

const DOTS = ['bg-accent', 'bg-accent-2', 'bg-accent-soft']
const STRIPES = ['bg-bg', 'bg-accent-soft', 'bg-accent', 'bg-accent-2']

export interface ThemeDotsProps {
  theme: ThemeId
  /** A user's custom accent color; replaces the theme's. */
  accent?: string | undefined
}

/**
 * Three dots in the theme's light colors, ringed in the surface color. Show the theme's name next to them.
 */
export function ThemeDots({ theme, accent }: ThemeDotsProps) {
  return (
    <span aria-hidden="true" className="inline-flex [--ring:var(--bb-surface)]">
      <span data-theme={theme} data-mode="light" className="inline-flex pr-1">
        {DOTS.map((color) => (
          <span
            key={color}
            className={`${color} -mr-1 size-3 rounded-full ring-1 ring-(--ring)`}
            style={color === 'bg-accent' && accent ? { backgroundColor: accent } : undefined}
          />
        ))}
      </span>
    </span>
  )
}

/** The colors of a theme as a strip. */
export function ThemeStrip({ theme }: { theme: ThemeId }) {
  return (
    <span
      data-theme={theme}
      data-mode="light"
      aria-hidden="true"
      className="inline-flex h-6.5 w-14 shrink-0 overflow-hidden rounded-badge border border-line"
    >
      {STRIPES.map((color) => (
        <span key={color} className={`${color} flex-1`} />
      ))}
    </span>
  )
}
