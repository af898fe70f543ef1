import { fieldOf, type Json } from './read-json.ts'

export type Tier = 'Free' | 'Pro' | 'Business'

/** The badge on a block's card: by its type alone (spec §3). Who may open it is another matter (access.ts). */
export function tierOf(data: Json): Tier {
  const type = fieldOf(data, 'type')
  if (type === 'pricing') return 'Business'
  return type === 'profile' ? 'Pro' : 'Free'
}
