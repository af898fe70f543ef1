import type { ComponentType } from 'react'
import type { ThemeId } from '#ui/theme/themes.ts'

/** Components of other units that the front pages show; the Studio passes them in. */
export interface FrontParts {
  /** The Pay Block of a sample shop, as visitors see it. */
  PaySample: ComponentType<{ theme?: ThemeId; mode?: 'light' | 'dark'; count?: 1 | 2 | 3 }>
}

export interface LandingParts extends FrontParts {
  /** The section with the plans. */
  Plans: ComponentType
}
