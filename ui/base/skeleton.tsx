import './skeleton.css'

export interface SkeletonProps {
  /** CSS length, or pixels. */
  width?: number | string
  /** Pixels; a line of text is 10. */
  height?: number
  radius?: number | string
}

/** A gray placeholder for loading content. Set aria-busy on the region around it. */
export function Skeleton({ width = '100%', height = 10, radius }: SkeletonProps) {
  return <span className="bb-skeleton" aria-hidden="true" style={{ width, height, borderRadius: radius }} />
}
