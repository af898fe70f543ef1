/** Colors of one theme and mode as `#rrggbb`, by token name without `--bb-`. */
export type Palette = Record<string, string>

/** Parses the six palettes from tokens.css, keyed like `clean-light`, in file order. */
export function readPalettes(css: string): Record<string, Palette> {
  const palettes: Record<string, Palette> = {}
  for (const [, theme, mode, body] of css.matchAll(
    /\[data-theme='(\w+)'\]\[data-mode='(\w+)'\]\s*\{([^}]*)\}/g,
  )) {
    const palette: Palette = {}
    for (const [, token, value] of body!.matchAll(/--bb-([\w-]+):\s*(#[0-9a-f]{6});/g))
      palette[token!] = value!
    palettes[`${theme}-${mode}`] = palette
  }
  return palettes
}

/** Returns the WCAG 2.2 contrast ratio of two `#rrggbb` colors, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
