import { type ReactNode, createContext, use, useEffect, useMemo, useState } from 'react'
import type { ModeId, ThemeId } from '#ui/theme/themes.ts'
import { MODE_KEY, THEME_KEY, readMode, readTheme, remember } from './data/storage.ts'

export interface Appearance {
  theme: ThemeId
  mode: ModeId
  /** `mode` resolved for this device: the `system` mode follows its preference. */
  resolvedMode: 'light' | 'dark'
  setTheme: (theme: ThemeId) => void
  setMode: (mode: ModeId) => void
}

const AppearanceContext = createContext<Appearance | undefined>(undefined)

const darkDevice = () => matchMedia('(prefers-color-scheme: dark)')

function resolveMode(mode: ModeId): 'light' | 'dark' {
  if (mode !== 'system') return mode
  return darkDevice().matches ? 'dark' : 'light'
}

/** Applies a theme and mode to the page. */
export function applyTheme(theme: ThemeId, shown: 'light' | 'dark'): void {
  document.documentElement.dataset.theme = theme
  document.documentElement.dataset.mode = shown
}

/** Applies the stored theme and mode. Called before the first paint. */
export function applyStoredTheme(): void {
  applyTheme(readTheme(localStorage), resolveMode(readMode(localStorage)))
}

export function useAppearance(): Appearance {
  const appearance = use(AppearanceContext)
  if (!appearance) throw new Error('useAppearance must be used within an AppearanceProvider')
  return appearance
}

export function AppearanceProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState(() => readTheme(localStorage))
  const [mode, setMode] = useState(() => readMode(localStorage))
  const [shown, setShown] = useState(() => resolveMode(mode))

  useEffect(() => applyTheme(theme, shown), [theme, shown])
  useEffect(() => {
    const update = () => setShown(resolveMode(mode))
    update()
    const device = darkDevice()
    device.addEventListener('change', update)
    return () => device.removeEventListener('change', update)
  }, [mode])

  const appearance = useMemo<Appearance>(
    () => ({
      theme,
      mode,
      resolvedMode: shown,
      setTheme(next) {
        remember(localStorage, THEME_KEY, next)
        setTheme(next)
      },
      setMode(next) {
        remember(localStorage, MODE_KEY, next)
        setMode(next)
      },
    }),
    [theme, mode, shown],
  )
  return <AppearanceContext value={appearance}>{children}</AppearanceContext>
}
