import { Button } from '#ui/button.tsx'
import { FactList } from '#ui/base/faces/fact-list.tsx'
import { LockedCard } from '#ui/base/faces/locked-card.tsx'
import { OfferTable } from '#ui/base/faces/offer-table.tsx'
import { Passage } from '#ui/base/faces/passage.tsx'
import { PersonCard } from '#ui/base/faces/person-card.tsx'
import { GallerySection } from './gallery-section.tsx'

const OFFERS = [
  { name: 'Starter', price: '€9', period: 'per month', features: ['One place', 'Email support'] },
  { name: 'Studio', price: '€29', period: 'per month', features: ['Five places', 'Monthly review'] },
].map((offer, at) => ({
  ...offer,
  highlighted: at === 1,
  button: { text: 'Choose', link: 'https://mill.example/' },
}))

const PERSON = {
  avatar: true,
  name: 'Mara Lindqvist',
  email: 'mara@hearthandrye.example',
  bio: 'Head baker. Rye, patience and an early start.',
  facts: [{ label: 'Opening hours', value: 'seven till two' }],
}

/** Components of embedded blocks, as rendered in previews. */
export function GalleryFaces() {
  return (
    <>
      <GallerySection title="Passage, facts">
        <Passage
          paragraphs={['Open every day from seven till two.', 'Closed on Mondays.']}
          size={null}
          color={null}
        />
        <Passage paragraphs={['In a custom size and color.']} size={22} color="#b8001f" />
        <div className="w-full">
          <FactList
            facts={[
              { label: 'Allergens', value: ['rye', 'walnuts'] },
              { label: 'Prices', value: [{ label: 'Small', value: '€4' }] },
            ]}
          />
        </div>
      </GallerySection>
      <GallerySection title="Person, locked">
        <PersonCard layout="card" {...PERSON} />
        <PersonCard layout="row" {...PERSON} />
        <LockedCard
          title="Baker profile is part of Pro"
          price={{ amount: '€19', every: '/month' }}
          action={<Button variant="primary">Upgrade</Button>}
        >
          Upgrade to open it. Your account and data stay as they are.
        </LockedCard>
      </GallerySection>
      <GallerySection title="Offers">
        <div className="w-full">
          <OfferTable offers={OFFERS} />
        </div>
      </GallerySection>
    </>
  )
}
