import { config } from './config.ts'
import { type Part, featureLacks, lacks } from './plan-features.ts'

/** What a row reads while something that it needs has not shipped. */
export const IN_DEVELOPMENT = 'In development'

/** Whether a row of a plan names something that this server does not have yet. */
export const isInDevelopment = (feature: string): boolean => featureLacks(feature, config.blocks)

/** Whether this server lacks one of these parts. */
export const serverLacks = (...parts: Part[]): boolean => lacks(parts, config.blocks)
