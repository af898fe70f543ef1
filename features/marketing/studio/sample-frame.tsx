import './samples.css'
import { useState } from 'react'
import type { BlockPlace } from '#kernel/browser/block-manifest.ts'
import type { ThemeMode } from '#kernel/browser/embed-page.ts'
import type { CustomLook } from '#kernel/browser/theme/theme.ts'
import { Skeleton } from '#ui/base/skeleton.tsx'
import type { ThemeId } from '#ui/theme/themes.ts'

/** Space around a sample in its page (embed/embed.css), above and below. */
const SAMPLE_PADDING = 56

/** A sample is narrower than a phone's page, so that two buttons may not fit on a line. */
const STACKED_BUTTONS = 56

/** A row of three cards on a desktop is as tall as this many rows on a phone: the cards are stacked, their text is wider. */
const STACKED_CARDS = 2.5

/** Blocks that open in a narrow dialog are narrow on a page, too. The others have columns, which phones stack. */
export const isNarrow = ({ embed }: BlockPlace): boolean => (embed.dialogWidth ?? 960) < 640

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
 * A block's own page with sample data, which works without a tenant.
 */
export function SampleFrame({ block, theme, mode, look, waits = false }: SampleFrameProps) {
  const [loaded, setLoaded] = useState('')
  const own = Object.entries(look ?? {}).map(([name, value]): [string, string] => [name, String(value)])
  const query = new URLSearchParams([['sample', ''], ['theme', theme], ['mode', mode], ...own])
  const src = `/embed/${block.name}?${query}`
  return (
    <div className="sample-frame" style={heights(block)}>
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
          title={`${block.title}, live`}
          src={src}
          sandbox="allow-scripts allow-forms"
          onLoad={() => setLoaded(src)}
          className="absolute inset-0 size-full border-0 bg-transparent"
          style={{ colorScheme: mode }}
        />
      )}
    </div>
  )
}

function heights(block: BlockPlace): Record<string, string> {
  const { height } = block.embed
  const onPhone = isNarrow(block) ? height + STACKED_BUTTONS : STACKED_CARDS * height
  return { '--sample': `${height + SAMPLE_PADDING}px`, '--sample-phone': `${onPhone + SAMPLE_PADDING}px` }
}
