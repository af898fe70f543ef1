import { useEffect, useRef, useState } from 'react'
import type { ThemeMode } from '#kernel/browser/embed-page.ts'
import { themeRules } from '#kernel/browser/theme/theme-rules.ts'
import type { TenantTheme } from '#kernel/browser/theme/theme.ts'
import { Skeleton } from '#ui/base/skeleton.tsx'

export interface ThemedFrameProps {
  /** Name of the block's page. */
  block: string
  theme: TenantTheme
  mode: ThemeMode
  /** Only a picture: it cannot be reached, and loads when it is scrolled into view. */
  still?: boolean
}

/**
 * A block with its sample data in a theme that may not be saved yet. Changes of colors apply without reloading the frame.
 * It fills the nearest positioned element.
 */
export function ThemedFrame({ block, theme, mode, still }: ThemedFrameProps) {
  const query = new URLSearchParams({ theme: theme.variant, ...(theme.font ? { font: theme.font } : {}) })
  const src = `/embed/${block}?sample=&${query}`
  const frame = useRef<HTMLIFrameElement>(null)
  const [loaded, setLoaded] = useState('')
  const rules = themeRules(theme)

  useEffect(() => {
    if (loaded === src && frame.current) applyTheme(frame.current, rules, mode)
  }, [loaded, src, rules, mode])

  return (
    <>
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
        {...(still ? { tabIndex: -1, loading: 'lazy', 'aria-hidden': true, inert: true } : {})}
      />
      {loaded === src || still ? null : (
        <div className="absolute inset-0 flex flex-col gap-4 bg-surface p-7" aria-hidden="true">
          <Skeleton width="40%" />
          <Skeleton width="62%" />
          <Skeleton width="54%" />
        </div>
      )}
    </>
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
