import { Moon, Palette, Sun, SunMoon } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { ModeId } from '#ui/theme/themes.ts'
import { useAppearance } from '../appearance.tsx'

const Popover = lazy(() => import('#ui/overlays/popover.tsx'), 'over')
const ThemePicker = lazy(() =>
  import('#ui/theme/theme-picker.tsx').then(({ ThemePicker }) => ({ default: ThemePicker })),
)

/** A button that opens the theme picker for the Studio itself. */
export function ThemeButton() {
  const { theme, setTheme } = useAppearance()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        ref={button}
        label="Theme"
        tooltipSide="bottom"
        aria-haspopup="dialog"
        aria-expanded={open}
        icon={<Palette size={17} strokeWidth={1.75} aria-hidden />}
        onClick={() => setOpen(!open)}
      />
      {open ? (
        <Suspense>
          <Popover anchor={button} open onOpenChange={setOpen} label="Theme" width={320}>
            <ThemePicker value={theme} onChange={setTheme} />
          </Popover>
        </Suspense>
      ) : null}
    </>
  )
}

const MODES: { value: ModeId; label: React.ReactNode; name: string }[] = [
  { value: 'light', name: 'Light', label: <Sun size={16} strokeWidth={1.75} aria-hidden /> },
  { value: 'dark', name: 'Dark', label: <Moon size={16} strokeWidth={1.75} aria-hidden /> },
  { value: 'system', name: 'Match device', label: <SunMoon size={16} strokeWidth={1.75} aria-hidden /> },
]

/** Toggles between light and dark. */
export function ModeButton() {
  const { resolvedMode, setMode } = useAppearance()
  const next = resolvedMode === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      label={next === 'dark' ? 'Dark mode' : 'Light mode'}
      tooltipSide="bottom"
      icon={<SunMoon size={17} strokeWidth={1.75} aria-hidden />}
      onClick={() => setMode(next)}
    />
  )
}

/** Theme and mode controls, for a panel. */
export function AppearanceChoice() {
  const { theme, mode, setTheme, setMode } = useAppearance()
  return (
    <div className="flex flex-col gap-2">
      <Segments label="Light or dark" wide value={mode} options={MODES} onChange={setMode} />
      <Suspense>
        <ThemePicker value={theme} onChange={setTheme} />
      </Suspense>
    </div>
  )
}
