import { Braces } from 'lucide-react'
import { ThemedContainer } from '#studio/tenant/themed-container.tsx'
import { BlockFace } from '../kinds/block-face.tsx'
import type { Json } from '../kinds/read-json.ts'
import { isEmpty, viewOf } from '../kinds/view.ts'
import { useVisitorTheme } from './block-preview.tsx'

/**
 * A live thumbnail: the block at 60 %, so that its text is still readable (9 px). It is in the middle; what is larger
 * fades out at the bottom.
 */
export function BlockThumb({ data }: { data: Json }) {
  const look = useVisitorTheme()
  const view = viewOf(data)
  return (
    <ThemedContainer
      {...look}
      className="relative grid h-32 [place-content:safe_center] overflow-hidden rounded-t-[calc(var(--bb-r-card)-1px)] border-b border-line bg-bg p-4 after:absolute after:inset-x-0 after:bottom-0 after:h-7 after:bg-linear-to-t after:from-bg"
    >
      {isEmpty(view) ? (
        <Braces size={22} strokeWidth={1.75} aria-hidden className="text-text-3" />
      ) : (
        // One column of a price table: side by side, its columns are wider than the thumbnail.
        <div className={view.kind === 'pricing' ? 'w-[380px] max-w-full [zoom:0.6]' : 'min-w-0 [zoom:0.6]'}>
          <BlockFace view={view} />
        </div>
      )}
    </ThemedContainer>
  )
}
