/** Characters of a name that fit beside the menu. */
const MOST_NAME = 22

export interface PageDrawingProps {
  name: string
  /** Corners of buttons in pixels of a real page. */
  radius: number
  /** Colors of the page; those of the theme around it if absent. */
  background?: string
  text?: string
}

/** A tiny page of 256 × 160 with the site's name and two blocks, in the colors of the theme around it. */
export function PageDrawing({ name, radius, background, text }: PageDrawingProps) {
  const letters = Array.from(name)
  const ink = text ?? 'var(--bb-text)'
  const box = { y: 48, height: 96, rx: Math.min(14, radius) }
  const field = { x: 174, width: 52, height: 16, rx: Math.min(8, radius / 2) }
  const button = { y: 110, height: 20, rx: Math.min(10, radius / 1.6) }
  return (
    <svg viewBox="0 0 256 160" preserveAspectRatio="xMidYMid slice" className="block size-full">
      <rect width="256" height="160" fill={background ?? 'var(--bb-bg)'} />
      <text x="16" y="28" fontSize="15" fontWeight="600" fill={ink}>
        {letters.length > MOST_NAME ? `${letters.slice(0, MOST_NAME - 1).join('')}…` : name}
      </text>
      <g fill="var(--bb-surface)" stroke="var(--bb-line)">
        <rect x="16" width="132" {...box} />
        <rect x="160" width="80" {...box} />
      </g>
      <g strokeWidth="5" strokeLinecap="round" stroke="var(--bb-text-3)">
        <path d="M198 23h14M224 23h14" stroke={ink} opacity="0.5" />
        <path d="M32 80h80" opacity="0.6" />
        <path d="M32 67h52M32 94h28" stroke="var(--bb-text)" />
      </g>
      <g fill="none" stroke="var(--bb-control)">
        <rect y="62" {...field} />
        <rect y="85" {...field} />
      </g>
      <g fill="var(--bb-accent)" stroke="var(--bb-accent-bound, none)">
        <rect x="30" width="104" {...button} />
        <rect x="174" width="52" {...button} />
      </g>
    </svg>
  )
}
