/**
 * The logo: two slanted blocks that form a bolt. `height` is in pixels; `mono` draws it in the text color.
 */
export function Mark({ height = 20, mono = false }: { height?: number; mono?: boolean }) {
  const color = mono ? 'currentColor' : 'var(--bb-accent)'
  const shape = { fill: color, stroke: color, strokeWidth: 3, strokeLinejoin: 'round' } as const
  return (
    <svg width={(height * 33) / 40} height={height} viewBox="0 0 33 40" aria-hidden="true" focusable="false">
      <path d="M12.4 1.5H31L22 16.5H3.5Z" {...shape} />
      <path d="M11 23.4h18.6l-9 15H2Z" opacity="0.55" {...shape} />
    </svg>
  )
}
