import './sample-space.css'
import type { ReactNode } from 'react'
import type { BlockPlace } from '#kernel/browser/block-manifest.ts'

/** Space around a sample in its page (embed/embed.css), above and below. */
const PADDING = 56

/** Two buttons may not fit on a line of a phone's page. */
const STACKED_BUTTONS = 56

/** What a row of cards needs more than the manifest says where the cards are narrow: a line. */
const ONE_LINE = 24

/** The height of three cards in two rows and in three, in heights of one row: wider cards have wider text. */
const TWO_ROWS = 1.95
const THREE_ROWS = 2.5

/** Blocks that open in a narrow dialog are narrow on a page, too. */
export const isNarrow = ({ embed }: BlockPlace): boolean => (embed.dialogWidth ?? 960) < 640

export interface SampleSpaceProps {
  block: BlockPlace
  /** The height that the block's page reports in pixels; 0 until then. */
  height?: number
  children: ReactNode
}

/**
 * The space of a block with sample data, at any width. It is reserved from the block's manifest, so that little moves when
 * the page has loaded, and grows to the height that the page reports. A frame in it fills it.
 */
export function SampleSpace({ block, height = 0, children }: SampleSpaceProps) {
  return (
    <div className="sample-space" style={reserved(block)}>
      <div style={height ? { height } : undefined}>{children}</div>
    </div>
  )
}

function reserved(block: BlockPlace): Record<string, string> {
  const { height, stacks } = block.embed
  const px = (content: number) => `${Math.ceil(content + PADDING)}px`
  return {
    '--sample': px(stacks ? height + ONE_LINE : height),
    '--sample-medium': px(stacks ? TWO_ROWS * height : height),
    '--sample-narrow': px(stacks ? THREE_ROWS * height : height),
    '--sample-phone': px(stacks ? THREE_ROWS * height : isNarrow(block) ? height + STACKED_BUTTONS : height),
  }
}
