import { type ReactNode, createContext, use, useEffect, useMemo, useState } from 'react'
import type { ModeId, ThemeId } from '#ui/themes.ts'
import { MODE_KEY, THEME_KEY, readMode, readTheme, remember } from './storage.ts'

export interface Appearance {
  theme: ThemeId
  mode: ModeId
  /** What `mode` comes to on this device now. */
  shown: 'light' | 'dark'
  setTheme: (theme: ThemeId) => void
  setMode: (mode: ModeId) => void
}

const AppearanceContext = createContext<Appearance | undefined>(undefined)

const darkDevice = () => matchMedia('(prefers-color-scheme: dark)')

function shownMode(mode: ModeId): 'light' | 'dark' {
  if (mode !== 'system') return mode
  return darkDevice().matches ? 'dark' : 'light'
}

/** Dresses the page; called before the first paint and on every change. */
export function dress(theme: ThemeId, shown: 'light' | 'dark'): void {
  document.documentElement.dataset.theme = theme
  document.documentElement.dataset.mode = shown
}

/** Dresses the page as this person left it. */
export function dressAsRemembered(): void {
  dress(readTheme(localStorage), shownMode(readMode(localStorage)))
}

export function useAppearance(): Appearance {
  const appearance = use(AppearanceContext)
  if (!appearance) throw new Error('useAppearance must be used within an AppearanceProvider')
  return appearance
}

export function AppearanceProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState(() => readTheme(localStorage))
  const [mode, setMode] = useState(() => readMode(localStorage))
  const [shown, setShown] = useState(() => shownMode(mode))

  useEffect(() => dress(theme, shown), [theme, shown])
  useEffect(() => {
    const follow = () => setShown(shownMode(mode))
    follow()
    const device = darkDevice()
    device.addEventListener('change', follow)
    return () => device.removeEventListener('change', follow)
  }, [mode])

  const appearance = useMemo<Appearance>(
    () => ({
      theme,
      mode,
      shown,
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
