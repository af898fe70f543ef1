import { useEffect, useRef, useState } from 'react'
import { blockPlace } from '#blocks/registry.ts'
import type { ThemeMode } from '#kernel/browser/embed-page.ts'
import { themeRules } from '#kernel/browser/theme/theme-rules.ts'
import type { TenantTheme } from '#kernel/browser/theme/theme.ts'
import { SampleSpace, isNarrow } from '#studio/block-sample/sample-space.tsx'
import { useReportedHeight } from '#studio/block-sample/use-reported-height.ts'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { ScrollCue } from '#ui/frame/scroll-cue.tsx'
import { usePageBelow } from '#ui/frame/use-page-below.ts'

export interface ThemedFrameProps {
  /** Name of the block's page. */
  block: string
  theme: TenantTheme
  mode: ThemeMode
  /**
   * By default, the frame fills the nearest positioned element, and shows when its page goes on below. `whole`: it is as tall
   * as the block. `still`: it is only a picture, which cannot be reached and loads when it is scrolled into view.
   */
  fit?: 'fill' | 'whole' | 'still'
}

/**
 * A block with its sample data in a theme that may not be saved yet. Changes of colors apply without reloading the frame.
 */
export function ThemedFrame({ block, theme, mode, fit = 'fill' }: ThemedFrameProps) {
  const query = new URLSearchParams({ theme: theme.variant, ...(theme.font ? { font: theme.font } : {}) })
  const src = `/embed/${block}?sample=&${query}`
  const frame = useRef<HTMLIFrameElement>(null)
  const [loaded, setLoaded] = useState('')
  const isStill = fit === 'still'
  const isMoreBelow = usePageBelow(frame, fit === 'fill' && loaded === src ? src : '') && fit === 'fill'
  const height = useReportedHeight(frame, src)
  const rules = themeRules(theme) + (isStill ? pictureRules(block) : '')

  useEffect(() => {
    if (loaded === src && frame.current) applyTheme(frame.current, rules, mode)
  }, [loaded, src, rules, mode])

  const inside = (
    <>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, whose document gets the theme */}
      <iframe
        // A new URL in the same frame would add an entry to the browser's history.
        key={src}
        ref={frame}
        title="Block in this theme"
        src={src}
        onLoad={() => setLoaded(src)}
        className={`absolute inset-0 size-full border-0 ${isMoreBelow ? 'bb-continues' : ''}`}
        style={{ colorScheme: mode }}
        {...(isStill ? { tabIndex: -1, loading: 'lazy', 'aria-hidden': true, inert: true } : {})}
      />
      {isMoreBelow ? <ScrollCue frame={frame} /> : null}
      {loaded === src || isStill ? null : (
        <div className="absolute inset-0 flex flex-col gap-4 bg-surface p-7" aria-hidden="true">
          <Skeleton width="40%" />
          <Skeleton width="62%" />
          <Skeleton width="54%" />
        </div>
      )}
    </>
  )
  if (fit !== 'whole') return inside
  return (
    <SampleSpace block={blockPlace(block)} height={height}>
      {inside}
    </SampleSpace>
  )
}

/** A picture is on the page's background, and a narrow block in its middle. */
const pictureRules = (block: string): string =>
  `html[data-sample]{overflow:hidden;background:var(--bb-bg)}${isNarrow(blockPlace(block)) ? '#bb{max-width:400px;margin-inline:auto}' : ''}`

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
