import type { ThemeMode } from '#kernel/browser/embed-page.ts'

export type Colour = [red: number, green: number, blue: number, alpha: number]

// Relative luminance (WCAG) of secondary text, `text-2`: the lightest of the light themes, the darkest of the dark.
const DARK_TEXT = 0.0765
const LIGHT_TEXT = 0.476

/**
 * Mode with more contrast on a background, and whether even that is under 4.5, so that the block needs a panel of its
 * own. `undefined` stands for a picture.
 */
export function chooseLook(background: Colour | undefined): { mode: ThemeMode; panel: boolean } {
  if (!background) return { mode: 'light', panel: true }
  const there = luminance(background) + 0.05
  const onLight = there / (DARK_TEXT + 0.05)
  const onDark = (LIGHT_TEXT + 0.05) / there
  return { mode: onLight >= onDark ? 'light' : 'dark', panel: Math.max(onLight, onDark) < 4.5 }
}

function luminance(colour: Colour): number {
  // The curve of sRGB to within a hundredth, which is all that choosing between two takes.
  const [r, g, b] = colour.map((c) => (c / 255) ** 2.2)
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

/** What is painted: half-transparent layers, outermost last, over an opaque ground. */
export function blend(layers: Colour[], ground: Colour): Colour {
  return layers.reduceRight<Colour>(
    (below, layer) =>
      below.map((c, i) => (i === 3 ? 1 : layer[i]! * layer[3] + c * (1 - layer[3]))) as Colour,
    ground,
  )
}

/** A computed CSS colour. Newer notations (`oklch(…)`) are read by painting them. */
export function readColour(text: string): Colour {
  if (text.startsWith('rgb')) {
    const [r = 0, g = 0, b = 0, a = 1] = text.match(/[\d.]+/g)!.map(Number)
    return [r, g, b, a]
  }
  const pen = document.createElement('canvas').getContext('2d')!
  pen.fillStyle = text
  pen.fillRect(0, 0, 1, 1)
  const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data
  return [r!, g!, b!, a! / 255]
}

/** The colour behind an element; undefined when a picture lies there first. */
export function backgroundBehind(el: Element): Colour | undefined {
  const layers: Colour[] = []
  for (let at: Element | undefined = el; at; at = parentOf(at)) {
    const style = getComputedStyle(at)
    if (style.backgroundImage !== 'none') return undefined
    const colour = readColour(style.backgroundColor)
    if (colour[3] > 0.99) return blend(layers, colour)
    if (colour[3] > 0) layers.push(colour)
  }
  // Nothing painted up to the root: the browser's own canvas, dark where the page asks for a dark scheme.
  const canvas = document.createElement('i')
  canvas.style.backgroundColor = 'canvas'
  document.documentElement.append(canvas)
  const colour = readColour(getComputedStyle(canvas).backgroundColor)
  canvas.remove()
  return blend(layers, colour)
}

/** The element whose background lies behind, also across the borders of shadow roots. */
function parentOf(el: Element): Element | undefined {
  return el.assignedSlot ?? el.parentElement ?? (el.getRootNode() as ShadowRoot).host
}
