import { useEffect, useRef, useState } from 'react'
import { blockPlaces, blocks } from '#blocks/registry.ts'
import type { BlockPlace } from '#kernel/browser/block-manifest.ts'
import type { ThemeMode } from '#kernel/browser/embed-page.ts'
import { themeRules } from '#kernel/browser/theme/theme-rules.ts'
import type { TenantTheme } from '#kernel/browser/theme/theme.ts'
import { Segments } from '#ui/base/segments.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { OptionPicker } from '#ui/forms/option-picker.tsx'

const MODES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export interface BlockPreviewProps {
  theme: TenantTheme
  /** The Studio's mode, in which the preview begins. */
  studio: ThemeMode
  /** The blocks to choose from; all of them unless given. */
  places?: readonly BlockPlace[]
  /** The first one that is shown. */
  first?: string
}

/** The real blocks in the current theme, saved or not. Color changes apply without reloading the frame. */
export function BlockPreview({
  theme,
  studio,
  places = blockPlaces,
  first = blocks.pay.name,
}: BlockPreviewProps) {
  const [block, setBlock] = useState<string>(first)
  const [pageMode, setPageMode] = useState<ThemeMode>(studio)
  const mode = theme.mode === 'light' || theme.mode === 'dark' ? theme.mode : pageMode
  const query = new URLSearchParams({ theme: theme.variant, ...(theme.font ? { font: theme.font } : {}) })
  const src = `/embed/${block}?sample=&${query}`
  const frame = useRef<HTMLIFrameElement>(null)
  const [loaded, setLoaded] = useState('')
  const rules = themeRules(theme)

  useEffect(() => {
    if (loaded === src && frame.current) applyTheme(frame.current, rules, mode)
  }, [loaded, src, rules, mode])

  return (
    <section aria-label="Preview" className="flex h-full flex-col gap-3">
      {places.length > 1 ? (
        <OptionPicker
          label="Block"
          wide
          value={block}
          options={places.map(({ name, title }) => ({ value: name, label: title }))}
          onChange={setBlock}
        />
      ) : null}
      <div
        className="relative min-h-[440px] flex-1 overflow-hidden rounded-card border border-line bg-surface"
        data-theme={theme.variant}
        data-mode={mode}
      >
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, whose document gets the theme */}
        <iframe
          // A new URL in the same frame would add an entry to the browser's history.
          key={src}
          ref={frame}
          title="Block in this theme"
          src={src}
          onLoad={() => setLoaded(src)}
          className="absolute inset-0 size-full border-0"
          style={{ colorScheme: mode }}
        />
        {loaded === src ? null : (
          <div className="absolute inset-0 flex flex-col gap-4 bg-surface p-7" aria-hidden="true">
            <Skeleton width="40%" />
            <Skeleton width="62%" />
            <Skeleton width="54%" />
          </div>
        )}
      </div>
      {theme.mode === 'light' || theme.mode === 'dark' ? (
        <p className="text-caption text-text-3">
          Always {theme.mode}. On other pages the block gets its own {theme.mode} background.
        </p>
      ) : (
        <Segments
          label="Page around the block"
          wide
          value={pageMode}
          options={MODES}
          onChange={setPageMode}
        />
      )}
    </section>
  )
}

/** Applies the theme inside the frame, which has our own page. Does nothing if the page failed to load. */
function applyTheme(frame: HTMLIFrameElement, rules: string, mode: ThemeMode): void {
  const inner = frame.contentDocument
  const view = frame.contentWindow as (Window & typeof globalThis) | null
  if (!inner || !view?.CSSStyleSheet) return
  inner.documentElement.dataset['mode'] = mode
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(rules)
  inner.adoptedStyleSheets = [sheet]
}
