// Reads what makes a host page look like itself, for `data-theme="auto"`. Part of the loader's second chunk.
import { readColor } from './background.ts'
import type { HostTokens } from './tokens.ts'

/** How many links and buttons are read. Pages with more show their colors in the first ones. */
const MOST = 200

/** How much one element counts. A button's fill says more about a page than the color of a link. */
const WEIGHTS = { fill: 4, neutralFill: 2, link: 1 }

/** A color with less difference between its channels is a gray. */
const MIN_CHROMA = 0.2

type Votes = Record<string, number>

/**
 * How long what was read is used again, in milliseconds. Scrolling changes attributes of html and body in every frame, and
 * a page may have many blocks. Shorter than the delay after which a change is read once more (`looks.ts`).
 */
const REUSED_MS = 300

let known: HostTokens
let readAt = -REUSED_MS

/**
 * Font of the page around an element, and its most used accent and corner radius. The server parses each value again and
 * adjusts the colors to stay legible (docs/decisions/035).
 */
export function readHostTheme(el: Element): HostTokens {
  const now = performance.now()
  const style = getComputedStyle(el)
  if (now - readAt >= REUSED_MS) {
    readAt = now
    known = readButtons(el, style.color)
  }
  // A page that names only a web font, which its visitors do not have, would fall back to the browser's serif.
  return { ...known, font: `${style.fontFamily},sans-serif` }
}

/** @param ink color of the page's text */
function readButtons(el: Element, ink: string): HostTokens {
  const colors: Votes = Object.create(null) as Votes
  const radii: Votes = Object.create(null) as Votes
  const probe = document.createElement('i')
  el.append(probe)
  const parsed: Record<string, string> = Object.create(null) as Record<string, string>
  /** The same color as `color(srgb …)`, which is how the server and `readColor` understand every notation. */
  const toSrgb = (color: string) => {
    if (!parsed[color]) {
      probe.style.cssText = `transition:none;color:color-mix(in srgb,${color},${color})`
      parsed[color] = getComputedStyle(probe).color
    }
    return parsed[color]
  }
  const vote = (votes: Votes, name: string, weight: number) => (votes[name] = (votes[name] ?? 0) + weight)

  const links = [...document.querySelectorAll('a,button,[role=button],[type=submit]')].filter(
    (link) => link.getClientRects().length && !link.closest('bb-block,[data-bb-block],dialog'),
  )
  for (const link of links.slice(0, MOST)) {
    const { backgroundColor, color, borderTopStyle, borderTopLeftRadius } = getComputedStyle(link)
    // The browser's own button.
    if (borderTopStyle === 'outset') continue
    const fill = toSrgb(backgroundColor)
    const isFilled = readColor(fill)[3] > 0.99
    if (isFilled && chromaOf(fill)) vote(colors, fill, WEIGHTS.fill)
    // Black buttons of a page with black text, white ones of a page with white text; not the pale secondary ones.
    else if (isFilled && Math.abs(greenOf(fill) - greenOf(toSrgb(ink))) < 0.35)
      vote(colors, fill, WEIGHTS.neutralFill)
    else if (chromaOf(toSrgb(color))) vote(colors, toSrgb(color), WEIGHTS.link)
    const isShaped = isFilled || borderTopStyle !== 'none'
    if (isShaped && borderTopLeftRadius.endsWith('px')) vote(radii, borderTopLeftRadius, 1)
  }
  // Pages may have replaced `remove`.
  el.removeChild(probe)
  const tokens: HostTokens = {}
  const accent = most(colors)
  const radius = most(radii)
  if (accent) tokens.accent = accent
  if (radius) tokens.radius = `${Math.min(Number.parseFloat(radius), 24)}px`
  return tokens
}

const greenOf = (color: string) => readColor(color)[1]

function chromaOf(color: string): boolean {
  const [red, green, blue] = readColor(color)
  return Math.max(red, green, blue) - Math.min(red, green, blue) > MIN_CHROMA
}

/** The name with the most votes; the first of several. */
function most(votes: Votes): string | undefined {
  let best: string | undefined
  for (const name of Object.keys(votes)) if (best === undefined || votes[name]! > votes[best]!) best = name
  return best
}
