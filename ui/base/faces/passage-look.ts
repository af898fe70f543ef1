import { readableOn } from './readable-colour.ts'

export interface PassageLook {
  /** CSS pixels; null for the page's own size. */
  size: number | null
  /** `#rrggbb`, drawn as near as it can be read; null for the theme's own. */
  colour: string | null
}

/** Variables that carry the look. As a style sheet of the page before scripts run, else set on the element. */
export function passageVariables({ size, colour }: PassageLook): [name: string, value: string][] {
  return [
    ...(size === null ? [] : [['--bb-own-size', `${size}px`] satisfies [string, string]]),
    ...(colour === null
      ? []
      : ([
          ['--bb-own-light', readableOn(colour, 'light')],
          ['--bb-own-dark', readableOn(colour, 'dark')],
        ] satisfies [string, string][])),
  ]
}
