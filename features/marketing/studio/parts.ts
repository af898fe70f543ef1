import type { ComponentType } from 'react'
import type { ThemeId } from '#ui/themes.ts'

/** What the front pages show of other units; the Studio puts them together. */
export interface FrontParts {
  /** The Pay Block of a sample shop, as its visitors see it. */
  PaySample: ComponentType<{ theme: ThemeId; mode?: 'light' | 'dark'; count?: 1 | 2 | 3 }>
}

export interface LandingParts extends FrontParts {
  /** The section with the plans. */
  Plans: ComponentType
}
