import '../card.css'
import './offer-table.css'
import { buttonStyle } from '../button.tsx'

export interface Offer {
  name: string
  /** Formatted for display. */
  price: string
  /** Shown after the price; empty for none. */
  period: string
  features: readonly string[]
  /** Whether this offer is emphasized. */
  highlighted: boolean
  /** The caller must validate `link`. */
  button: { text: string; link: string } | null
}

/** Offers side by side, in as many columns as fit the container, at most three. */
export function OfferTable({ offers }: { offers: readonly Offer[] }) {
  return (
    <div className="bb-offers">
      <ul data-columns={Math.min(offers.length, 3)}>
        {offers.map((offer, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- names may repeat
          <OfferCard key={at} {...offer} />
        ))}
      </ul>
    </div>
  )
}

function OfferCard({ name, price, period, features, highlighted, button }: Offer) {
  return (
    <li className="bb-card bb-offer" data-first={highlighted ? '' : undefined} dir="auto">
      {name ? <h2>{name}</h2> : null}
      {price ? (
        <p className="bb-offer-price">
          {price}
          {period ? <small> {period}</small> : null}
        </p>
      ) : null}
      {features.length > 0 ? (
        <ul>
          {features.map((feature, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- texts may repeat
            <li key={at}>
              <Tick />
              <span>{feature}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {button ? (
        <>
          <span className="bb-offer-gap" />
          <a
            {...buttonStyle({ variant: highlighted ? 'primary' : 'secondary', wide: true })}
            href={button.link}
            target="_blank"
            rel="noopener noreferrer"
          >
            {button.text}
          </a>
        </>
      ) : null}
    </li>
  )
}

function Tick() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d="m3 8.5 3.2 3L13 4.5" fill="none" stroke="currentColor" strokeWidth="1.75" />
    </svg>
  )
}
