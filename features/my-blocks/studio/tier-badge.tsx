import { Badge, type BadgeTone } from '#ui/base/badge.tsx'
import type { Json } from '../kinds/read-json.ts'
import { type Tier, tierOf } from '../kinds/tier.ts'

const TONES: Record<Tier, BadgeTone> = { Free: 'outline', Pro: 'accent', Business: 'inverted' }

export function TierBadge({ data }: { data: Json }) {
  const tier = tierOf(data)
  return <Badge tone={TONES[tier]}>{tier}</Badge>
}
