/** Luminance of the page backgrounds that text must be legible on. */
const BACKGROUND_LUMINANCE = { light: 1, dark: 0.0087 }
/** Required contrast. WCAG 2.2 requires 4.5; the margin covers pages that are not quite white or black. */
const NEEDED = 5.5

/**
 * Moves a user's color toward black or white until it is legible on a light or dark page.
 * @param color `#rrggbb`
 */
export function readableOn(color: string, mode: keyof typeof BACKGROUND_LUMINANCE): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const end = mode === 'light' ? 0 : 255
  for (let step = 0; step <= 20; step++) {
    const mixed = channels.map((channel) => Math.round(channel + ((end - channel) * step) / 20))
    if (ratio(luminance(mixed), BACKGROUND_LUMINANCE[mode]) >= NEEDED)
      return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
  }
  return mode === 'light' ? '#000000' : '#ffffff'
}

const ratio = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)

function luminance(color: number[]): number {
  const [r, g, b] = color.map((value) => {
    const channel = value / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
