/** The outlines of the two blocks, in a box of 33 x 40. */
export const MARK_PATHS = ['M12.4 1.5H31L22 16.5H3.5Z', 'M11 23.4h18.6l-9 15H2Z'] as const

/**
 * The logo: two slanted blocks that form a bolt. `height` is in pixels; `mono` draws it in the text color.
 */
export function Mark({ height = 20, mono = false }: { height?: number; mono?: boolean }) {
  const color = mono ? 'currentColor' : 'var(--bb-accent)'
  const shape = { fill: color, stroke: color, strokeWidth: 3, strokeLinejoin: 'round' } as const
  return (
    <svg width={(height * 33) / 40} height={height} viewBox="0 0 33 40" aria-hidden="true" focusable="false">
      <path d={MARK_PATHS[0]} {...shape} />
      <path d={MARK_PATHS[1]} opacity="0.55" {...shape} />
    </svg>
  )
}
