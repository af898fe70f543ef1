import { Braces } from 'lucide-react'
import { ThemedContainer } from '#studio/tenant/themed-container.tsx'
import { BlockFace } from '../kinds/block-face.tsx'
import type { Json } from '../kinds/read-json.ts'
import { isEmpty, viewOf } from '../kinds/view.ts'
import { useVisitorTheme } from './block-preview.tsx'

/**
 * A live thumbnail: the block at half its size (a price table at a third, so that its columns fit), clipped
 * at the bottom.
 */
export function BlockThumb({ data }: { data: Json }) {
  const look = useVisitorTheme()
  const view = viewOf(data)
  return (
    <ThemedContainer
      {...look}
      className="relative h-30 overflow-hidden rounded-t-[inherit] border-b border-line bg-bg"
    >
      {isEmpty(view) ? (
        <Braces size={22} strokeWidth={1.75} aria-hidden className="absolute inset-0 m-auto text-text-3" />
      ) : (
        <div
          className={
            view.kind === 'pricing'
              ? 'absolute top-0 left-0 w-[340%] origin-top-left scale-[0.2941] p-10 [mask-image:linear-gradient(#000_240px,transparent_360px)]'
              : 'absolute top-0 left-0 w-[200%] origin-top-left scale-50 p-8 [mask-image:linear-gradient(#000_130px,transparent_240px)]'
          }
        >
          <BlockFace view={view} />
        </div>
      )}
    </ThemedContainer>
  )
}
