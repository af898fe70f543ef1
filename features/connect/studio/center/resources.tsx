import { ArrowUpRight } from 'lucide-react'
import { Link } from 'react-router'

const LINKS = [
  ['Test cards and outcomes', 'https://docs.stripe.com/testing'],
  ['Webhook events we send', '/studio/connect/webhooks'],
  ['Refunds and disputes', 'https://docs.stripe.com/refunds'],
  ['Payout schedule', 'https://docs.stripe.com/payouts'],
] as const

/** Links to further reading. */
export function Resources() {
  return (
    <aside aria-label="Resources">
      <h2 className="text-subheading">Resources</h2>
      <ul className="mt-2 divide-y divide-line border-b border-line">
        {LINKS.map(([label, to]) => (
          <li key={to}>
            {to.startsWith('/') ? (
              <Link className={ROW} to={to}>
                {label}
                <Arrow />
              </Link>
            ) : (
              <a className={ROW} href={to} target="_blank" rel="noreferrer">
                {label}
                <Arrow />
              </a>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-small text-text-2">
        Card details never reach Bolt Blocks or your site. Buyers enter them in Stripe's own form.
      </p>
    </aside>
  )
}

const ROW = 'flex items-center justify-between gap-3 py-2.5 text-text-2 hover:text-text'

function Arrow() {
  return <ArrowUpRight size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
}
