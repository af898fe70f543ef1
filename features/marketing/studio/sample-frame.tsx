import './samples.css'
import { useRef, useState } from 'react'
import type { BlockPlace } from '#kernel/browser/block-manifest.ts'
import type { ThemeMode } from '#kernel/browser/embed-page.ts'
import type { CustomLook } from '#kernel/browser/theme/theme.ts'
import { SampleSpace } from '#studio/block-sample/sample-space.tsx'
import { useReportedHeight } from '#studio/block-sample/use-reported-height.ts'
import { Skeleton } from '#ui/base/skeleton.tsx'
import type { ThemeId } from '#ui/theme/themes.ts'

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
 * A block's own page with sample data, which works without a tenant, in its whole height.
 */
export function SampleFrame({ block, theme, mode, look, waits = false }: SampleFrameProps) {
  const [loaded, setLoaded] = useState('')
  const frame = useRef<HTMLIFrameElement>(null)
  const own = Object.entries(look ?? {}).map(([name, value]): [string, string] => [name, String(value)])
  const query = new URLSearchParams([['sample', ''], ['theme', theme], ['mode', mode], ...own])
  const src = `/embed/${block.name}?${query}`
  const height = useReportedHeight(frame, src)
  return (
    <SampleSpace block={block} height={height}>
      {waits || loaded !== src ? (
        <div className="absolute inset-0 flex flex-col gap-4 p-7">
          <Skeleton width="40%" />
          <Skeleton width="62%" />
          <Skeleton width="54%" />
        </div>
      ) : null}
      {waits ? null : (
        <iframe
          // A new URL in the same frame would add an entry to the browser's history.
          key={src}
          ref={frame}
          title={`${block.title}, live`}
          src={src}
          sandbox="allow-scripts allow-forms"
          onLoad={() => setLoaded(src)}
          className="absolute inset-0 size-full border-0 bg-transparent"
          style={{ colorScheme: mode }}
        />
      )}
    </SampleSpace>
  )
}
