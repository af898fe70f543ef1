import { basePalette } from '#kernel/browser/theme/base-palettes.ts'
import { mix } from '#kernel/browser/theme/color.ts'
import { paletteOf } from '#kernel/browser/theme/palette.ts'
import { customLookOf, type SiteLook } from '#kernel/browser/theme/site-look.ts'
import { MAX_RADIUS, applyCustomLook } from '#kernel/browser/theme/theme.ts'
import { breakLines, canSet, setLine, type Weight } from './typesetting.ts'

/** Pixels of a link preview, as messengers show it. */
export const CARD = { width: 1200, height: 630 }
/** How much larger the blocks are than on a page. */
const SCALE = 1.45
const LEFT = 72
const TEXT_WIDTH = 500

export interface SiteCard {
  host: string
  look: SiteLook
  /** Titles of the blocks that the server has. */
  blocks: readonly string[]
}

type Colors = Record<string, string>

/**
 * A link preview as SVG: the site's name, and blocks in its colors. All text becomes outlines, so the drawing needs no
 * fonts, and no text of the site is part of the markup.
 */
export function siteCard({ host, look, blocks }: SiteCard): string {
  const theme = applyCustomLook({ variant: 'clean' }, customLookOf(look))
  const colors: Colors = { ...basePalette('clean', look.mode), ...paletteOf(theme, look.mode) }
  const radius = look.radius ?? 8
  const names = new Intl.ListFormat('en').format(blocks)
  const name = canSet(look.name, 600) ? look.name : host
  const { size, rows: title } = fittingTitle(name)
  const step = Math.round(size * 1.09)
  const text = breakLines(`${names}, in this site's own colors.`, {
    size: 29,
    weight: 400,
    width: TEXT_WIDTH - 40,
    lines: 3,
  })
  const top = 312 - (step * title.length + 38 * text.length) / 2 + size
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}">`,
    `<rect width="${CARD.width}" height="${CARD.height}" fill="${colors['bg']}"/>`,
    mark(LEFT, 64, colors['accent']!),
    line('Bolt Blocks', LEFT + 46, 90, 27, 600, colors['text-2']!),
    ...title.map((row, at) => line(row, LEFT, top + step * at, size, 600, colors['text']!)),
    ...text.map((row, at) =>
      line(row, LEFT, top + step * title.length + 8 + 38 * at, 29, 400, colors['text-2']!),
    ),
    line(cutHost(host), LEFT, 570, 24, 400, colors['text-3']!),
    block(628, 56, 340, 256, colors, radius, (inner) => productCard(colors, radius, inner)),
    block(800, 284, 328, 300, colors, radius, (inner) => signInCard(colors, radius, inner)),
    '</svg>',
  ].join('')
}

/** The largest size in which the name needs no ellipsis; else the smallest. */
function fittingTitle(name: string): { size: number; rows: string[] } {
  const tries = [66, 56, 46].map((size) => ({
    size,
    rows: breakLines(name, { size, weight: 600, width: TEXT_WIDTH, lines: 2 }),
  }))
  return tries.find(({ rows }) => rows.join(' ') === name) ?? tries.at(-1)!
}

const cutHost = (host: string): string =>
  breakLines(host, { size: 24, weight: 400, width: TEXT_WIDTH, lines: 1 })[0] ?? ''

/** Sizes inside a block, in its own pixels. */
interface Inner {
  width: number
  height: number
  padding: number
}

function block(
  x: number,
  y: number,
  width: number,
  height: number,
  colors: Colors,
  radius: number,
  content: (inner: Inner) => string,
): string {
  const corner = Math.min(30, Math.round(radius * 1.5 * SCALE))
  const box = `width="${width}" height="${height}" rx="${corner}"`
  const shadow = mix(colors['bg']!, '#000000', 0.5)
  return [
    `<g transform="translate(${x} ${y})">`,
    ...[18, 10, 4].map(
      (by, at) =>
        `<rect x="${-by / 3}" y="${by / 2}" width="${width + (2 * by) / 3}" height="${height + by / 3}" rx="${corner + by / 3}" fill="${shadow}" opacity="${0.05 + 0.02 * at}"/>`,
    ),
    `<rect ${box} fill="${colors['surface']}" stroke="${colors['line']}" stroke-width="1.5"/>`,
    content({ width, height, padding: 26 }),
    '</g>',
  ].join('')
}

function productCard(colors: Colors, radius: number, { width, height, padding }: Inner): string {
  return [
    line('Rye & honey loaf', padding, 50, 25, 600, colors['text']!),
    line('Warm at nine, all week.', padding, 82, 20, 400, colors['text-2']!),
    line('€10.00', padding, 138, 36, 600, colors['text']!),
    button('Purchase Now', padding, height - 96, width - 2 * padding, colors, radius),
  ].join('')
}

function signInCard(colors: Colors, radius: number, { width, height, padding }: Inner): string {
  const corner = Math.min(26, Math.round(radius * SCALE))
  const field = (label: string, y: number) =>
    `<rect x="${padding}" y="${y}" width="${width - 2 * padding}" height="54" rx="${corner}" fill="none" stroke="${colors['control']}" stroke-width="1.5"/>` +
    line(label, padding + 18, y + 34, 20, 400, colors['text-3']!)
  return [
    line('Welcome back', padding, 54, 26, 600, colors['text']!),
    field('Email', 80),
    field('Password', 148),
    button('Sign In', padding, height - padding - 58, width - 2 * padding, colors, radius),
  ].join('')
}

function button(label: string, x: number, y: number, width: number, colors: Colors, radius: number): string {
  const corner = radius === MAX_RADIUS ? 29 : Math.min(29, Math.round(radius * SCALE))
  const words = setLine(label, 21, 600, colors['on-accent']!)
  const edge = colors['accent-bound'] ? ` stroke="${colors['accent-bound']}" stroke-width="1.5"` : ''
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="58" rx="${corner}" fill="${colors['accent']}"${edge}/>` +
    `<g transform="translate(${(x + (width - words.width) / 2).toFixed(1)} ${y + 36})">${words.svg}</g>`
  )
}

const line = (text: string, x: number, y: number, size: number, weight: Weight, color: string): string =>
  `<g transform="translate(${x} ${y})">${setLine(text, size, weight, color).svg}</g>`

/** Our mark (studio/public/mark.svg) in the site's accent. */
const mark = (x: number, y: number, color: string): string =>
  `<g transform="translate(${x} ${y}) scale(0.9)" fill="${color}" stroke="${color}" stroke-width="3" stroke-linejoin="round">` +
  '<path d="M12.4 1.5H31L22 16.5H3.5Z"/><path d="M11 23.4h18.6l-9 15H2Z" opacity=".55"/></g>'
