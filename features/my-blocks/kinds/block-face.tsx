import { FactList } from '#ui/base/faces/fact-list.tsx'
import { OfferTable } from '#ui/base/faces/offer-table.tsx'
import { Passage } from '#ui/base/faces/passage.tsx'
import { PersonCard } from '#ui/base/faces/person-card.tsx'
import type { BlockView } from './view.ts'

/** A block as it appears on a page. The Studio's preview and the embed share this component. */
export function BlockFace({ view }: { view: BlockView }) {
  if (view.kind === 'text')
    return <Passage paragraphs={view.paragraphs} size={view.size} color={view.color} />
  if (view.kind === 'profile') return <PersonCard {...view} />
  if (view.kind === 'pricing') return <OfferTable offers={view.offers} />
  return <FactList facts={view.facts} />
}
