import { config } from '../config.ts'
import { type Part, featureLacks, lacks } from './plan-features.ts'

/** The label of a plan feature while something it needs has not shipped. */
export const IN_DEVELOPMENT = 'In development'

/** Returns whether a plan feature needs something that this server does not have yet. */
export const isInDevelopment = (feature: string): boolean => featureLacks(feature, config.blocks)

/** Returns whether this server lacks any of these parts. */
export const serverLacks = (...parts: Part[]): boolean => lacks(parts, config.blocks)
