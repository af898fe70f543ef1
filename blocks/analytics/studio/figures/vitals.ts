/** Largest values that count as good (https://web.dev/articles/vitals): milliseconds, or the score of CLS. */
export const VITALS: readonly { name: string; label: string; good?: number }[] = [
  { name: 'LCP', label: 'Main content shown (LCP)', good: 2500 },
  { name: 'INP', label: 'Response to input (INP)', good: 200 },
  { name: 'CLS', label: 'Layout shifts (CLS)', good: 0.1 },
  { name: 'FCP', label: 'First content shown (FCP)', good: 1800 },
  { name: 'TTFB', label: 'Response of your server (TTFB)', good: 800 },
  { name: 'OWN', label: 'Time that our script took' },
]

export const isGood = (value: number, good: number): boolean => value <= good

/** `1.82 s`, `140 ms`, or a score such as `0.05`. */
export function vitalText(name: string, value: number): string {
  if (name === 'CLS') return value.toFixed(2)
  return value >= 1000 ? `${(value / 1000).toFixed(2)} s` : `${Math.round(value)} ms`
}
