import { Link } from 'react-router'
import { Badge } from '#ui/base/badge.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import { Card } from '#ui/base/card.tsx'
import { FeatureList } from '../feature-list.tsx'
import { LANDING_OFFERS } from './landing-offers.ts'

type LandingOffer = (typeof LANDING_OFFERS)[number]

/** The plans on the front page. */
export function LandingPlans() {
  return (
    <section aria-labelledby="landing-pricing" className="mt-16 max-md:mt-10">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 id="landing-pricing" className="text-section max-md:text-section-phone">
          Pricing
        </h2>
        <p className="text-small text-text-2">
          All plans include hosting, SSL and a global CDN. No setup fees.
        </p>
      </div>
      <Card className="overflow-hidden">
        <ul className="grid divide-line max-lg:divide-y lg:grid-cols-3 lg:divide-x">
          {LANDING_OFFERS.map((offer) => (
            <Offer key={offer.id} offer={offer} />
          ))}
        </ul>
      </Card>
    </section>
  )
}

function Offer({ offer }: { offer: LandingOffer }) {
  const popular = offer.id === 'pro'
  return (
    <li
      aria-labelledby={`landing-${offer.id}`}
      className={`p-7 max-md:p-5 ${popular ? 'bg-accent-soft' : ''}`}
    >
      <div className="flex min-h-5.5 items-center gap-2.5">
        <h3 id={`landing-${offer.id}`} className="text-subheading">
          {offer.name}
        </h3>
        {popular ? <Badge tone="solid">Most Popular</Badge> : null}
      </div>
      <p className="mt-3 flex items-baseline tabular-nums">
        <span className="text-[40px]/[44px] font-semibold tracking-[-0.035em]">{offer.price}</span>
        {offer.id === 'free' ? null : <span className="ml-1 text-lead text-text-2">/mo</span>}
      </p>
      <Link
        {...buttonStyle({ variant: popular ? 'primary' : 'secondary', wide: true })}
        to={offer.id === 'free' ? '/auth?next=/bolt/studio#sign-up' : '/bolt/pricing'}
        style={{ marginTop: 20 }}
      >
        {offer.id === 'free' ? 'Start with Free' : `Choose ${offer.name}`}
      </Link>
      <FeatureList label={`In ${offer.name}`} features={offer.features} className="mt-5 space-y-3" />
    </li>
  )
}
