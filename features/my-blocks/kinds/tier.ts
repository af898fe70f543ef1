import { fieldOf, type Json } from './read-json.ts'

export type Tier = 'Free' | 'Pro' | 'Business'

/**
 * The badge on a block's card, determined by its type alone (spec §3). It does not control access (see
 * access.ts).
 */
export function tierOf(data: Json): Tier {
  const type = fieldOf(data, 'type')
  if (type === 'pricing') return 'Business'
  return type === 'profile' ? 'Pro' : 'Free'
}
