import { dress } from '../loader/dress.ts'

/** Without a color of the page. */
const COLOR = '#1f2937'
const SVG = 'http://www.w3.org/2000/svg'
/** A speech bubble with a question mark, on a grid of 24. */
const PATHS = [
  'M12 3.5c-5 0-9 3.4-9 7.7 0 2.4 1.3 4.6 3.3 6l-.6 3.3 3.6-1.8c.9.2 1.8.3 2.7.3 5 0 9-3.5 9-7.8s-4-7.7-9-7.7Z',
  'M9.8 9.2a2.3 2.3 0 1 1 3.3 2.1c-.7.4-1.1.8-1.1 1.5M12 15.2v.1',
]

/** The round button, with no style that the page could change. A strict policy of the page forbids style elements and attributes. */
export function createLauncher(label: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.title = label
  button.dataset['bbBubble'] = ''
  button.setAttribute('aria-label', label)
  button.setAttribute('aria-haspopup', 'dialog')
  const styles: Record<string, string> = {
    all: 'initial',
    position: 'fixed',
    'inset-block-end': '16px',
    'inset-inline-end': '16px',
    // All of them are lost with `all`.
    direction: 'inherit',
    'box-sizing': 'border-box',
    width: '56px',
    height: '56px',
    padding: '14px',
    'border-radius': '50%',
    background: COLOR,
    color: '#fff',
    'box-shadow': '0 4px 16px rgb(12 16 24/.28)',
    cursor: 'pointer',
    'z-index': '2147483000',
  }
  for (const [property, value] of Object.entries(styles)) dress(button, property, value)
  // `all` removes the browser's ring as well.
  const ring = () => dress(button, 'outline', button.matches(':focus-visible') ? '3px solid Highlight' : '0')
  dress(button, 'outline-offset', '3px')
  button.addEventListener('focus', ring)
  button.addEventListener('blur', ring)
  button.append(icon())
  return button
}

/** Takes the page's `--bb-accent`, with an icon that is legible on it. */
export function colorLauncher(button: HTMLElement): void {
  const accent = getComputedStyle(button.parentElement!).getPropertyValue('--bb-accent').trim()
  if (!accent || !CSS.supports('color', accent)) return
  dress(button, 'background', accent)
  // Other notations than `rgb()` keep a white icon.
  const [red, green, blue] = /^rgb\((\d+), (\d+), (\d+)/
    .exec(getComputedStyle(button).backgroundColor)
    ?.slice(1)
    .map((part) => (Number(part) / 255) ** 2.2) ?? [0, 0, 0]
  // WCAG 2.2: relative luminance. Above this one, black has more contrast than white.
  const luminance = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  dress(button, 'color', luminance > 0.18 ? '#000' : '#fff')
}

function icon(): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  const attributes = {
    viewBox: '0 0 24 24',
    width: '28',
    height: '28',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.75',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  }
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value)
  for (const d of PATHS) {
    const path = document.createElementNS(SVG, 'path')
    path.setAttribute('d', d)
    svg.append(path)
  }
  return svg
}
