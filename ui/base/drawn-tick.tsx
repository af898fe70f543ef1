import './drawn-tick.css'

/** A tick in a circle that draws itself once, for something that succeeded. `size` is in pixels. */
export function DrawnTick({ size = 40 }: { size?: number }) {
  return (
    <svg
      className="bb-drawn-tick"
      width={size}
      height={size}
      viewBox="0 0 40 40"
      fill="none"
      stroke="currentColor"
      strokeWidth={3}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="20" cy="20" r="18" fill="var(--bb-ok-soft)" stroke="none" />
      <path d="M12 20.5l5.5 5.5L28 14.5" pathLength={1} strokeDasharray={1} />
    </svg>
  )
}
