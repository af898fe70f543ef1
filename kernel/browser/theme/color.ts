// Colors as `#rrggbb`, and WCAG 2.2 contrast between two of them.

type Channels = [red: number, green: number, blue: number]

const HEX = /^#[0-9a-f]{6}$/

/** Whether a value is a color as themes store it: `#` and six lowercase hexadecimal digits. */
export const isColor = (value: unknown): value is string => typeof value === 'string' && HEX.test(value)

const channels = (color: string) =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Channels

const hex = (of: readonly number[]) =>
  `#${of
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Mixes `share` (0 to 1) of `other` into `color`. */
export function mix(color: string, other: string, share: number): string {
  const to = channels(other)
  return hex(channels(color).map((value, at) => value + (to[at]! - value) * share))
}

/** Relative luminance as defined by WCAG 2.2: 0 is black, 1 is white. */
export function luminance(color: string): number {
  const [r, g, b] = channels(color).map((value) => {
    const channel = value / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as Channels
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio as defined by WCAG 2.2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const a = luminance(one) + 0.05
  const b = luminance(other) + 0.05
  return Math.max(a, b) / Math.min(a, b)
}

/** The lowest contrast of a color against any of the backgrounds. */
export const leastContrast = (color: string, grounds: readonly string[]): number =>
  Math.min(...grounds.map((ground) => contrast(color, ground)))

/** The color, or the closest mixture with `end` that satisfies the test; `end` itself if none does. */
export function towards(color: string, end: string, satisfies: (color: string) => boolean): string {
  for (let step = 0; step < 40; step++) {
    const mixed = mix(color, end, step / 40)
    if (satisfies(mixed)) return mixed
  }
  return end
}
