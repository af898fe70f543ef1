import type { MomentWords } from './moment-words.ts'

/** Size in pixels of a link preview on the large networks. */
export const PICTURE = { width: 1200, height: 630 }
const MARGIN = 88
const SPACE = PICTURE.width - 2 * MARGIN
const LOGO_PX = 44

/** The part of a canvas' context that the picture uses. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  'fillRect' | 'fillText' | 'measureText' | 'fill' | 'save' | 'restore' | 'translate' | 'scale'
> & {
  fillStyle: unknown
  font: string
  globalAlpha: number
  textBaseline: CanvasTextBaseline
}

export interface PictureLook {
  surface: string
  text: string
  text2: string
  accent: string
  /** A CSS font-family whose fonts are loaded. */
  font: string
}

export interface PictureTexts extends MomentWords {
  tenant: string
}

/**
 * Draws a moment for sharing: the tenant's name, what happened, the figure, product and time.
 * @param logo the two shapes of the mark, in the coordinates of `ui/base/mark.tsx`
 */
export function drawMoment(
  pen: Pen,
  words: PictureTexts,
  look: PictureLook,
  logo: readonly Path2D[] = [],
): void {
  pen.textBaseline = 'alphabetic'
  pen.fillStyle = look.surface
  pen.fillRect(0, 0, PICTURE.width, PICTURE.height)
  pen.fillStyle = look.accent
  pen.fillRect(0, 0, 16, PICTURE.height)

  function line(
    text: string,
    y: number,
    style: { px: number; weight: number; color: string; least?: number },
  ) {
    const fit = fitted(pen, text, look.font, style)
    pen.font = fit.font
    pen.fillStyle = style.color
    pen.fillText(fit.text, MARGIN, y)
  }
  line(words.tenant, 116, { px: 40, weight: 600, color: look.text })
  line(words.kicker, 214, { px: 36, weight: 500, color: look.accent })
  line(words.figure, 354, { px: 140, weight: 600, color: look.text, least: 64 })
  if (words.product) line(words.product, 424, { px: 36, weight: 500, color: look.text })
  line(words.when, words.product ? 476 : 424, { px: 30, weight: 400, color: look.text2 })
  drawLogo(pen, look, logo)
}

function drawLogo(pen: Pen, look: PictureLook, logo: readonly Path2D[]) {
  const y = PICTURE.height - 52
  pen.save()
  pen.translate(MARGIN, y - LOGO_PX + 10)
  pen.scale(LOGO_PX / 40, LOGO_PX / 40)
  pen.fillStyle = look.accent
  for (const [place, shape] of logo.entries()) {
    pen.globalAlpha = place === 0 ? 1 : 0.55
    pen.fill(shape)
  }
  pen.restore()
  pen.font = `500 26px ${look.font}`
  pen.fillStyle = look.text2
  pen.fillText('Bolt Blocks', MARGIN + LOGO_PX + 4, y)
}

/** Shrinks a text down to `least` pixels, and cuts it with an ellipsis if it is still too wide. */
function fitted(
  pen: Pen,
  text: string,
  family: string,
  { px, weight, least = px }: { px: number; weight: number; least?: number },
): { text: string; font: string } {
  const fontOf = (size: number) => `${weight} ${size}px ${family}`
  pen.font = fontOf(px)
  const width = pen.measureText(text).width
  const size = width > SPACE ? Math.max(least, Math.floor((px * SPACE) / width)) : px
  pen.font = fontOf(size)
  if (pen.measureText(text).width <= SPACE) return { text, font: pen.font }
  const letters = Array.from(text)
  while (letters.length > 1 && pen.measureText(`${letters.join('')}…`).width > SPACE) letters.pop()
  return { text: `${letters.join('').trimEnd()}…`, font: pen.font }
}
