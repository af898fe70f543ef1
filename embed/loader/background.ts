import type { ThemeMode } from '#kernel/browser/embed-page.ts'

/** Each from 0 to 1. */
export type Colour = [red: number, green: number, blue: number, alpha: number]

/**
 * Mode with more contrast on a background, and whether even that is under 4.5, so that the block needs a panel of its
 * own. `undefined` stands for a picture.
 */
export function chooseLook(background: Colour | undefined): { mode: ThemeMode; panel: boolean } {
  if (!background) return { mode: 'light', panel: true }
  // Secondary text, `text-2`, has a relative luminance (WCAG) of 0.0765 in the lightest of the light themes and of 0.476
  // in the darkest of the dark. A light block has a contrast of 4.5 from the first of these on, a dark one up to the
  // second, 0.05 added to each as there; between them lies where one of the two is the better.
  const lightFrom = 0.57
  const darkUpTo = 0.116
  const middle = 0.258
  const there = luminance(background) + 0.05
  return { mode: there < middle ? 'dark' : 'light', panel: there > darkUpTo && there < lightFrom }
}

function luminance(colour: Colour): number {
  // The curve of sRGB to within a hundredth, which is all that choosing between two takes.
  const [r, g, b] = colour.map((c) => c ** 2.2)
  return 0.21 * r! + 0.72 * g! + 0.07 * b!
}

/** What is painted when a layer lies under what is there already; the fourth number is how opaque all that is. */
export function under(top: Colour, layer: Colour): Colour {
  const seen = layer[3] * (1 - top[3])
  return top.map((part, at) => part + (at < 3 ? layer[at]! : 1) * seen) as Colour
}

/** A computed colour of the form `color(srgb 1 0.5 0 / 0.3)`. */
export function readColour(text: string): Colour {
  const [r, g, b, a = 1] = text.match(/[-\d.e]+/g)!.map(Number)
  return [r!, g!, b!, a]
}

/** The colour behind an element; undefined when a picture lies there first. */
export function backgroundBehind(el: HTMLElement): Colour | undefined {
  let painted: Colour = [0, 0, 0, 0]
  let picture: boolean | undefined
  let at: Element | undefined = el
  const probe = document.createElement('i')
  el.append(probe)
  /** Lays a colour of any notation under the others: the mixture of it with itself is written in numbers of sRGB. */
  const isOpaqueWith = (colour: string) => {
    probe.style.cssText = `transition:none;background:color-mix(in srgb,${colour},${colour})`
    painted = under(painted, readColour(getComputedStyle(probe).backgroundColor))
    return painted[3] > 0.99
  }
  for (; at; at = parentOf(at)) {
    const { backgroundImage, backgroundColor } = getComputedStyle(at)
    picture = backgroundImage !== 'none'
    // Most have none, written so by every browser; to mix it takes a calculation of styles each.
    if (picture || (backgroundColor !== 'rgba(0, 0, 0, 0)' && isOpaqueWith(backgroundColor))) break
  }
  // Nothing up to the root: the browser's own canvas, dark where the page asks for a dark scheme.
  if (!at) isOpaqueWith('canvas')
  probe.remove()
  return picture ? undefined : painted
}

/** The element whose background lies behind, also across the borders of shadow roots. */
function parentOf(el: Element): Element | undefined {
  return el.assignedSlot ?? el.parentElement ?? (el.getRootNode() as ShadowRoot).host
}
