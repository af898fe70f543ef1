import type { ThemeMode } from '../embed-page.ts'
import type { ThemeVariant } from '../theme-variants.ts'

const TOKENS = [
  'bg',
  'surface',
  'subtle',
  'hover',
  'text',
  'text-2',
  'text-3',
  'line',
  'control',
  'accent',
  'ok',
  'warn',
  'danger',
] as const

/** A variant's colors, against which custom colors are measured, by token name without `--bb-`. */
export type BasePalette = Record<(typeof TOKENS)[number], string>

/** Copied from ui/theme/tokens.css in the order of TOKENS; a test compares the two. */
const COLORS: Record<ThemeVariant, Record<ThemeMode, string>> = {
  clean: {
    light: 'f5f7fa ffffff eef1f5 e7ebf0 141b26 444e5d 5e6775 dee1e7 868e9b 0e60d2 1e8650 cb7e19 c72827',
    dark: '0b0e14 14171e 1c2028 232831 eef0f3 b2b8c1 959ca7 262a32 666e7a 2670e0 44b879 eba440 c92f30',
  },
  retro: {
    light: 'faf3e7 fefcf7 f5ebdd f0e3d1 2c1833 5b445c 71596e e3d7c7 a17f6d b84412 3e7c42 c47d04 be2132',
    dark: '180e1d 231629 2d1e33 37263f f7efe3 d3c0b1 b99e94 3c2b44 896885 f59d4f 6dc17b edc14d cc3143',
  },
  zen: {
    light: 'f2f9f5 fdfefd e8f3ee dfede7 102625 395351 516a69 d8e3de 78908d 1c6f55 33854a c48225 ba3535',
    dark: '0b1412 121d1b 182623 1f2f2c e8f1ec aebfb9 90a49e 23312e 5d7671 71c9a6 6fc082 e6b55d c13b3d',
  },
}

/** The default colors of a variant, each `#rrggbb`. */
export function basePalette(variant: ThemeVariant, mode: ThemeMode): BasePalette {
  const colors = COLORS[variant][mode].split(' ')
  return Object.fromEntries(TOKENS.map((token, at) => [token, `#${colors[at]}`])) as BasePalette
}
