import { useState } from 'react'
import { Skeleton } from '#ui/base/skeleton.tsx'
import type { ThemeId } from '#ui/theme/themes.ts'

/** Height of a previewed block (spec §9). */
const HEIGHT = 420

export interface BlockFrameProps {
  /** Name of the frame for screen readers. */
  title: string
  block: string
  publicKey: string
  theme: ThemeId
  mode: 'light' | 'dark'
}

/** A block's page in a frame, as it appears on a host page; a skeleton until it has loaded. */
export function BlockFrame({ title, block, publicKey, theme, mode }: BlockFrameProps) {
  const src = `/embed/${block}?${new URLSearchParams({ tenant: publicKey, theme, mode })}`
  const [loaded, setLoaded] = useState('')
  return (
    <div className="relative" style={{ height: HEIGHT }}>
      {loaded === src ? null : (
        <div className="absolute inset-0 flex flex-col gap-3 pt-2">
          <Skeleton width="52%" />
          <Skeleton width="74%" />
        </div>
      )}
      <iframe
        key={src}
        title={title}
        src={src}
        // A separate origin: actions in the block must not use the session of the creator who previews it.
        sandbox="allow-scripts allow-forms allow-popups"
        onLoad={() => setLoaded(src)}
        className="absolute inset-0 size-full border-0 bg-transparent"
        style={{ colorScheme: mode }}
      />
    </div>
  )
}
