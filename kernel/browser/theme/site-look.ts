import type { ThemeMode } from '../embed-page.ts'
import type { CustomLook } from './theme.ts'

/** The look of a site, as read from its public page: validated colors, a number, and font names written again. */
export interface SiteLook {
  /** Name of the site, one line. It is the site's own text: show it as text only. */
  name: string
  /** Light or dark, by the page's background. */
  mode: ThemeMode
  /** `#rrggbb`. */
  background: string
  text: string
  /** Color of its buttons and links; null if it uses only black, white and gray. */
  accent: string | null
  /** A `font-family`; null if the page names none. */
  font: string | null
  /** Radius of its buttons in CSS pixels, at most MAX_RADIUS; null if unknown. */
  radius: number | null
}

/** The overrides that make blocks look like the site. The theme then keeps them legible (palette.ts). */
export function customLookOf({ mode, background, text, accent, font, radius }: SiteLook): CustomLook {
  return {
    scheme: mode,
    accent: accent ?? text,
    surface: background,
    text,
    ...(radius === null ? {} : { radius }),
    ...(font === null ? {} : { font }),
  }
}
