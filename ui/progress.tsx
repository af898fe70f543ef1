import './progress.css'

/** How far something is: `value` from 0 to 1, or nothing where that is not known. */
export function Progress({ label, value, tone }: { label: string; value?: number; tone?: 'ok' | 'warn' }) {
  return <progress className="bb-progress" data-tone={tone} aria-label={label} max={1} value={value} />
}
