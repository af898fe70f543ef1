import { useState } from 'react'
import type { BlockPlace } from '#kernel/browser/block-manifest.ts'
import { SampleSpace } from '#studio/block-sample/sample-space.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'
import type { ThemeId } from '#ui/theme/themes.ts'

export interface BlockFrameProps {
  block: BlockPlace
  publicKey: string
  theme: ThemeId
  mode: 'light' | 'dark'
}

/**
 * A block's page in a frame, as it appears on a host page; a skeleton until it has loaded. It is as tall as with the
 * sample's products; more of them scroll.
 */
export function BlockFrame({ block, publicKey, theme, mode }: BlockFrameProps) {
  const src = `/embed/${block.name}?${new URLSearchParams({ tenant: publicKey, theme, mode })}`
  const [loaded, setLoaded] = useState('')
  return (
    <SampleSpace block={block}>
      {loaded === src ? null : (
        <div className="absolute inset-0 flex flex-col gap-3 pt-2">
          <Skeleton width="52%" />
          <Skeleton width="74%" />
        </div>
      )}
      <iframe
        key={src}
        title={block.title}
        src={src}
        // A separate origin: actions in the block must not use the session of the creator who previews it.
        sandbox="allow-scripts allow-forms allow-popups"
        onLoad={() => setLoaded(src)}
        className="absolute inset-0 size-full border-0 bg-transparent"
        style={{ colorScheme: mode }}
      />
    </SampleSpace>
  )
}
