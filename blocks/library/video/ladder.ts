import type { Source } from './probe.ts'

export interface Rendition {
  /** Pixels of the shorter side: of the height, unless the video is upright. */
  height: number
  /** Bits per second at most. */
  video: number
}

const LADDER: readonly Rendition[] = [
  { height: 360, video: 800_000 },
  { height: 720, video: 2_800_000 },
  { height: 1080, video: 5_000_000 },
]

/** The renditions of a video, smallest first. None is larger than the source, and a small source has one of its own size. */
export function renditionsOf({ width, height }: Pick<Source, 'width' | 'height'>): Rendition[] {
  const side = Math.min(width, height)
  const fitting = LADDER.filter((each) => each.height <= side)
  // Encoders need even sizes.
  return fitting.length ? fitting : [{ height: Math.max(2, side - (side % 2)), video: LADDER[0]!.video }]
}
