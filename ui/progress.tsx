import './progress.css'

/** A progress bar. `value` is from 0 to 1, or undefined if the progress is unknown. */
export function Progress({ label, value, tone }: { label: string; value?: number; tone?: 'ok' | 'warn' }) {
  return <progress className="bb-progress" data-tone={tone} aria-label={label} max={1} value={value} />
}
