import { type RefObject, useEffect } from 'react'
import { MARK_PATHS } from '#ui/base/mark.tsx'
import { PICTURE, type PictureTexts, drawMoment } from './moment-picture.ts'

const WEIGHTS = [400, 500, 600]

export interface MomentCanvasProps {
  canvas: RefObject<HTMLCanvasElement | null>
  words: PictureTexts
}

/** Draws the picture in the colors of the theme around it. */
export function MomentCanvas({ canvas, words }: MomentCanvasProps) {
  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (pen) void draw(pen, words).catch(() => undefined)
  })
  return (
    <canvas
      ref={canvas}
      {...PICTURE}
      // An image could not be drawn on.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={`Picture to share: ${words.tenant}, ${words.kicker}, ${words.figure}`}
      className="h-auto w-full rounded-card border border-line"
    />
  )
}

async function draw(pen: CanvasRenderingContext2D, words: PictureTexts): Promise<void> {
  const style = getComputedStyle(pen.canvas)
  const color = (name: string) => style.getPropertyValue(`--bb-${name}`)
  // Around the canvas this is the visitor's system font; the Studio's own is shipped.
  const font = getComputedStyle(document.documentElement).getPropertyValue('--bb-font')
  // A canvas does not load fonts, and draws the fallback if one is missing.
  await Promise.allSettled(WEIGHTS.map((weight) => document.fonts.load(`${weight} 40px ${font}`)))
  const look = {
    surface: color('surface'),
    text: color('text'),
    text2: color('text-2'),
    accent: color('accent'),
    font,
  }
  drawMoment(
    pen,
    words,
    look,
    MARK_PATHS.map((path) => new Path2D(path)),
  )
}
