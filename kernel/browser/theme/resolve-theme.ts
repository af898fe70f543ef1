import type { ThemeMode } from '../embed-page.ts'
import { AUTO_THEME, THEME_VARIANTS, type ThemeVariant } from '../theme-variants.ts'
import { SERVED_FONTS } from './fonts.ts'
import { themeRules } from './theme-rules.ts'
import { type CustomLook, type TenantTheme, isVariant, applyCustomLook } from './theme.ts'

/** What the script tag detects around a block, and the overrides it was given. */
export interface SeenLook {
  /** What the page requests: a variant, or `auto` for the page's own look on the plainest one; else the tenant's. */
  theme?: string | undefined
  /** Light or dark, like the background behind the block. */
  mode: ThemeMode
  /** The background provides too little contrast. */
  panel: boolean
  own: CustomLook
  /** Another block of the page has the "Powered by" line. */
  plain?: boolean
}

/** The resolved theme of a block's page. */
export interface ResolvedTheme {
  variant: ThemeVariant
  mode: ThemeMode
  panel: boolean
  plain?: boolean
  /** The mode of the surrounding page, if it differs from the block's. */
  ground?: ThemeMode
  /** Style rules on top of the variant's; empty for none. */
  rules: string
  /** A font that we serve, whose style sheet the page needs. */
  font?: (typeof SERVED_FONTS)[number]
}

/**
 * Browsers paint a frame opaque if its color scheme differs from its element's. The document therefore keeps the
 * page's scheme, and its content uses the block's.
 */
const GROUND_RULES = (['light', 'dark'] as const)
  .map(
    (mode) =>
      `:root[data-theme][data-ground=${mode}]{color-scheme:${mode}}[data-ground][data-mode=${mode}] #bb{color-scheme:${mode}}`,
  )
  .join('')

/** Resolves the theme from the tenant's choice, the host page's overrides and the background behind the block. */
export function resolveTheme(
  theme: TenantTheme,
  { theme: asked, mode: seen, panel, own, plain }: SeenLook,
): ResolvedTheme {
  const variant = isVariant(asked) ? asked : asked === AUTO_THEME ? THEME_VARIANTS[0] : theme.variant
  const whole = applyCustomLook({ ...theme, variant }, own)
  const fixed = own.scheme ?? (theme.mode === 'auto' ? undefined : theme.mode)
  const mode = fixed ?? seen
  const resolved: ResolvedTheme = {
    variant,
    mode,
    panel: panel || mode !== seen,
    rules: `${themeRules(whole)}${fixed ? GROUND_RULES : ''}`,
  }
  if (mode !== seen) resolved.ground = seen
  if (plain) resolved.plain = true
  const font = SERVED_FONTS.find((id) => id === whole.font)
  if (font) resolved.font = font
  return resolved
}
