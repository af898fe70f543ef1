import type { ThemeMode } from '#kernel/browser/embed-page.ts'

/** Each from 0 to 1. */
export type Color = [red: number, green: number, blue: number, alpha: number]

/** A picture gets the same as a middle gray: a light block with a panel. */
const UNKNOWN: Color = [0.5, 0.5, 0.5, 1]

/**
 * The mode with more contrast on a background, and whether even that contrast is below 4.5, so that the block
 * needs its own panel. `undefined` stands for a picture.
 */
export function chooseLook(background: Color = UNKNOWN): { mode: ThemeMode; panel: boolean } {
  // The relative luminance (WCAG) of secondary text, `text-2`, is 0.0765 in the lightest of the light themes
  // and 0.476 in the darkest of the dark ones. A light block has a contrast of 4.5 on any background lighter
  // than the first threshold, a dark block on any darker than the second. Each threshold includes the 0.05 of
  // the WCAG formula. In between is the point where one mode becomes better than the other.
  const lightFrom = 0.57
  const darkUpTo = 0.116
  const middle = 0.258
  // The sRGB curve to within a hundredth, which is enough to choose between two modes.
  const [r, g, b] = background.map((c) => c ** 2.2)
  const there = 0.21 * r! + 0.72 * g! + 0.07 * b! + 0.05
  return { mode: there < middle ? 'dark' : 'light', panel: there > darkUpTo && there < lightFrom }
}

/** Composites a layer below the layers painted so far. The fourth number is their total opacity. */
export function under(top: Color, layer: Color): Color {
  const seen = layer[3] * (1 - top[3])
  return top.map((part, at) => part + (at < 3 ? layer[at]! : 1) * seen) as Color
}

/** Parses a computed color of the form `color(srgb 1 0.5 0 / 0.3)`. */
export function readColor(text: string): Color {
  // Without an opacity it is 1.
  return [...text.match(/[-\d.e]+/g)!.map(Number), 1].slice(0, 4) as Color
}

/** The color behind an element; undefined when a picture comes first. */
export function backgroundBehind(el: HTMLElement): Color | undefined {
  let painted: Color = [0, 0, 0, 0]
  let picture: boolean | undefined
  let at: Element | undefined = el
  const probe = document.createElement('i')
  el.append(probe)
  /** Adds a color of any notation below the others. Mixing it with itself converts it to sRGB numbers. */
  const isOpaqueWith = (color: string) => {
    probe.style.cssText = `transition:none;background:color-mix(in srgb,${color},${color})`
    painted = under(painted, readColor(getComputedStyle(probe).backgroundColor))
    return painted[3] > 0.99
  }
  for (; at; at = parentOf(at)) {
    const { backgroundImage, backgroundColor } = getComputedStyle(at)
    picture = backgroundImage !== 'none'
    // Most elements have no background, which every browser writes in this form. Mixing costs a style
    // recalculation each.
    if (picture || (backgroundColor !== 'rgba(0, 0, 0, 0)' && isOpaqueWith(backgroundColor))) break
  }
  // Nothing up to the root: use the browser's canvas, which is dark if the page asks for a dark scheme.
  if (!at) isOpaqueWith('canvas')
  // Pages may have replaced `remove`.
  el.removeChild(probe)
  return picture ? undefined : painted
}

/** The parent whose background is behind the element, also across shadow roots. */
function parentOf(el: Element): Element | undefined {
  return el.assignedSlot ?? el.parentElement ?? (el.getRootNode() as ShadowRoot).host
}
