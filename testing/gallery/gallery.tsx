import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { Segments } from '#ui/base/segments.tsx'
import { THEMES, type ThemeId } from '#ui/theme/themes.ts'
import { GalleryButtons } from './gallery-buttons.tsx'
import { GalleryFaces } from './gallery-faces.tsx'
import { GalleryFields } from './gallery-fields.tsx'
import { GalleryNumbers } from './gallery-numbers.tsx'
import { GalleryOverlays } from './gallery-overlays.tsx'
import { GalleryPages } from './gallery-pages.tsx'
import { GalleryStates } from './gallery-states.tsx'
import { GalleryThemes } from './gallery-themes.tsx'

const MODES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/**
 * Every component of the design system in the theme of the URL (`?theme=retro&mode=dark`), then the six
 * palettes side by side. It is a page of its own, not part of the Studio. gallery.test.ts ensures that no component is missing.
 */
export default function Gallery() {
  const [query, setQuery] = useSearchParams()
  const theme: ThemeId = THEMES.find(({ id }) => id === query.get('theme'))?.id ?? 'clean'
  const mode = query.get('mode') === 'dark' ? 'dark' : 'light'

  useEffect(() => {
    Object.assign(document.documentElement.dataset, { theme, mode })
  }, [theme, mode])
  const chooseTheme = (nextTheme: ThemeId, nextMode: 'light' | 'dark') =>
    setQuery({ theme: nextTheme, mode: nextMode }, { replace: true })

  return (
    <main className="mx-auto w-full max-w-[1136px] px-4 py-8">
      <header className="mb-8 flex flex-wrap items-center gap-4">
        <h1 className="text-title">Components</h1>
        <Segments
          label="Theme"
          value={theme}
          options={THEMES.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(next) => chooseTheme(next, mode)}
        />
        <Segments label="Mode" value={mode} options={MODES} onChange={(next) => chooseTheme(theme, next)} />
      </header>
      <div className="grid gap-x-10 gap-y-12 lg:grid-cols-2">
        <GalleryButtons />
        <GalleryFields />
        <GalleryStates />
        <GalleryOverlays />
        <GalleryFaces />
        <GalleryPages />
        <GalleryNumbers />
      </div>
      <GalleryThemes />
    </main>
  )
}
