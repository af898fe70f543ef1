import { useEffect, useRef, useState } from 'react'
import type { BlockPlace } from '#kernel/browser/block-manifest.ts'
import type { ThemeMode } from '#kernel/browser/embed-page.ts'
import type { CustomLook } from '#kernel/browser/theme/theme.ts'
import { Skeleton } from '#ui/base/skeleton.tsx'
import type { ThemeId } from '#ui/theme/themes.ts'

/** Space around a sample in its page (embed/embed.css), above and below. */
const SAMPLE_PADDING = 56

export interface SampleFrameProps {
  block: BlockPlace
  theme: ThemeId
  mode: ThemeMode
  /** Colors, font and corners of a site, on top of the theme. */
  look?: CustomLook | undefined
  /** Shows the skeleton only, while the look is being read. */
  waits?: boolean
}

/**
 * A block's own page with sample data, which works without a tenant. It loads when it becomes visible, so that a
 * visitor who does not scroll to it loads nothing.
 */
export function SampleFrame({ block, theme, mode, look, waits = false }: SampleFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const isSeen = useIsSeen(box)
  const [loaded, setLoaded] = useState('')
  const own = Object.entries(look ?? {}).map(([name, value]): [string, string] => [name, String(value)])
  const query = new URLSearchParams([['sample', ''], ['theme', theme], ['mode', mode], ...own])
  const src = `/embed/${block.name}?${query}`
  return (
    <div ref={box} className="relative" style={{ height: block.embed.height + SAMPLE_PADDING }}>
      {(isSeen || waits) && (waits || loaded !== src) ? (
        <div className="absolute inset-0 flex flex-col gap-4 p-7">
          <Skeleton width="40%" />
          <Skeleton width="62%" />
          <Skeleton width="54%" />
        </div>
      ) : null}
      {isSeen && !waits ? (
        <iframe
          // A new URL in the same frame would add an entry to the browser's history.
          key={src}
          title={`${block.title}, live`}
          src={src}
          sandbox="allow-scripts allow-forms"
          onLoad={() => setLoaded(src)}
          className="absolute inset-0 size-full border-0 bg-transparent"
          style={{ colorScheme: mode }}
        />
      ) : null}
    </div>
  )
}

/** Whether the element has been visible. */
function useIsSeen(of: React.RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!of.current) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      setSeen(true)
      observer.disconnect()
    })
    observer.observe(of.current)
    return () => observer.disconnect()
  }, [of])
  return isSeen
}
