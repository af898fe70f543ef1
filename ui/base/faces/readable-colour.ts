/** The grounds that text stands on, and what it needs on them: text must also hold on pages a little less pale or dark. */
const GROUNDS = { light: 1, dark: 0.0087 }
const NEEDED = 5.5

/**
 * A colour that somebody chose, moved towards black or white until it can be read on a light or a dark page (WCAG 2.2
 * asks for 4.5; a little is kept in hand for pages that are not quite white).
 * @param colour `#rrggbb`
 */
export function readableOn(colour: string, mode: keyof typeof GROUNDS): string {
  const own = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const end = mode === 'light' ? 0 : 255
  for (let step = 0; step <= 20; step++) {
    const mixed = own.map((channel) => Math.round(channel + ((end - channel) * step) / 20))
    if (ratio(luminance(mixed), GROUNDS[mode]) >= NEEDED)
      return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
  }
  return mode === 'light' ? '#000000' : '#ffffff'
}

const ratio = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)

function luminance(colour: number[]): number {
  const [r, g, b] = colour.map((value) => {
    const channel = value / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
