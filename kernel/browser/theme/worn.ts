import type { ThemeMode } from '../embed-page.ts'
import type { ThemeVariant } from '../theme-variants.ts'
import { SERVED_FONTS } from './fonts.ts'
import { themeRules } from './theme-rules.ts'
import { type OwnLook, type TenantTheme, isVariant, withOwnLook } from './theme.ts'

/** What the script tag sees around a block, and what it was told there. */
export interface SeenLook {
  /** The variant that the page asks for; else the tenant's. */
  theme?: string | undefined
  /** Light or dark, as the background behind the block. */
  mode: ThemeMode
  /** The background gives no contrast. */
  panel: boolean
  own: OwnLook
}

/** What a page of a block wears. */
export interface WornLook {
  variant: ThemeVariant
  mode: ThemeMode
  panel: boolean
  /** What the page around is like, where that is not what the block is. */
  ground?: ThemeMode
  /** Style rules over those of the variant; empty for none. */
  rules: string
  /** A font of ours whose style sheet the page needs. */
  font?: (typeof SERVED_FONTS)[number]
}

/**
 * A frame whose colour scheme is not that of its element is painted opaque: the document keeps the page's, and what is
 * in it takes its own.
 */
const GROUND_RULES = (['light', 'dark'] as const)
  .map(
    (mode) =>
      `:root[data-theme][data-ground=${mode}]{color-scheme:${mode}}[data-ground][data-mode=${mode}] #bb{color-scheme:${mode}}`,
  )
  .join('')

/** Puts together what a tenant chose, what the host page says, and what stands behind the block. */
export function wear(theme: TenantTheme, { theme: asked, mode: seen, panel, own }: SeenLook): WornLook {
  const variant = isVariant(asked) ? asked : theme.variant
  const whole = withOwnLook({ ...theme, variant }, own)
  const fixed = own.scheme ?? (theme.mode === 'auto' ? undefined : theme.mode)
  const mode = fixed ?? seen
  const worn: WornLook = {
    variant,
    mode,
    panel: panel || mode !== seen,
    rules: `${themeRules(whole)}${fixed ? GROUND_RULES : ''}`,
  }
  if (mode !== seen) worn.ground = seen
  const font = SERVED_FONTS.find((id) => id === whole.font)
  if (font) worn.font = font
  return worn
}
