import { readableOn } from './readable-color.ts'

export interface PassageStyle {
  /** CSS pixels; null to inherit the page's size. */
  size: number | null
  /** `#rrggbb`, rendered as the nearest legible color; null for the theme's color. */
  color: string | null
}

/**
 * CSS variables for the size and color. Server-rendered pages print them as a style sheet; scripts set them
 * on the element.
 */
export function passageVariables({ size, color }: PassageStyle): [name: string, value: string][] {
  return [
    ...(size === null ? [] : [['--bb-own-size', `${size}px`] satisfies [string, string]]),
    ...(color === null
      ? []
      : ([
          ['--bb-own-light', readableOn(color, 'light')],
          ['--bb-own-dark', readableOn(color, 'dark')],
        ] satisfies [string, string][])),
  ]
}
