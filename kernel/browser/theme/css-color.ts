const NUMBER = String.raw`([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|deg|turn|rad)?`
const NOTATION = new RegExp(
  String.raw`^(rgba?|hsla?|oklch|oklab|color)\(\s*(?:(srgb|srgb-linear|display-p3)\s+)?${NUMBER}[\s,]+${NUMBER}[\s,]+${NUMBER}\s*(?:[,/]\s*${NUMBER}\s*)?\)$`,
)
/** Common color names; browsers report computed colors as `rgb()`. */
const NAMES: Record<string, string> = { black: '#000000', white: '#ffffff', red: '#ff0000' }

/**
 * Parses a CSS color into `#rrggbb`: hexadecimal, `rgb()`, `hsl()`, `oklch()`, `oklab()`, `color(srgb …)`. Undefined
 * for anything else, and for translucent colors, because their contrast depends on what is behind them.
 */
export function readCssColor(text: string): string | undefined {
  const plain = text.trim().toLowerCase()
  if (/^#[0-9a-f]{6}$/.test(plain)) return plain
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(plain)
  if (short) return `#${[short[1], short[2], short[3]].map((digit) => `${digit}${digit}`).join('')}`
  if (/^#[0-9a-f]{6}ff$/.test(plain)) return plain.slice(0, 7)
  if (Object.hasOwn(NAMES, plain)) return NAMES[plain]
  const found = plain.length > 120 ? null : NOTATION.exec(plain)
  if (!found) return undefined
  const [, notation, space, ...rest] = found
  const [a, b, c, alpha] = [0, 2, 4, 6].map((at) => ({ value: Number(rest[at]), unit: rest[at + 1] }))
  if (rest[6] !== undefined && alpha!.value / (alpha!.unit === '%' ? 100 : 1) < 1) return undefined
  const rgb = convert(`${notation!.replace(/a$/, '')}${space ? ` ${space}` : ''}`, [a!, b!, c!])
  if (!rgb || rgb.some((value) => !Number.isFinite(value))) return undefined
  return `#${rgb
    .map((value) =>
      Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

interface Part {
  value: number
  unit: string | undefined
}

const share = ({ value, unit }: Part, whole = 1) => (unit === '%' ? value / 100 : value / whole)
const DEGREES: Record<string, number> = { deg: 1, turn: 360, rad: 180 / Math.PI }
const degrees = ({ value, unit }: Part) => value * (DEGREES[unit ?? 'deg'] ?? 1)

/** Red, green and blue, 0 to 1 within the sRGB gamut. */
function convert(notation: string, parts: [Part, Part, Part]): number[] | undefined {
  const [a, b, c] = parts
  switch (notation) {
    case 'rgb':
      return parts.map((part) => share(part, 255))
    case 'hsl':
      return fromHsl(degrees(a), share(b, 100), share(c, 100))
    case 'color srgb':
    case 'color display-p3':
      return parts.map((part) => share(part))
    case 'color srgb-linear':
      return parts.map((part) => gamma(share(part)))
    case 'oklab':
      return fromOklab(share(a), b.unit ? share(b) * 0.4 : b.value, c.unit ? share(c) * 0.4 : c.value)
    case 'oklch': {
      const chroma = b.unit ? share(b) * 0.4 : b.value
      const hue = (degrees(c) * Math.PI) / 180
      return fromOklab(share(a), chroma * Math.cos(hue), chroma * Math.sin(hue))
    }
    default:
      return undefined
  }
}

function fromHsl(hue: number, saturation: number, lightness: number): number[] {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((offset) => {
    const at = (((offset + hue / 30) % 12) + 12) % 12
    return lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))
  })
}

const gamma = (linear: number) =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * Math.max(0, linear) ** (1 / 2.4) - 0.055

/** https://bottosson.github.io/posts/oklab/ */
function fromOklab(lightness: number, a: number, b: number): number[] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}
