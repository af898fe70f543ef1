import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { useAccess } from '#studio/plan/use-access.ts'
import { useAuth } from '#studio/session/session.tsx'

const CONNECT = ['/studio/connect/stripe', 'Connect Center', 'Link Stripe, in test mode first.'] as const
const SIGN_IN = ['/auth?next=%2Ftry', 'Sign In', 'Your own key, tenant and products.'] as const
const PLANS = ['/pricing', 'Plans', 'Free, Pro and Business, side by side.'] as const
/** Only staff can buy a day pass; the pricing page and the server enforce the same. */
const PLANS_OF_STAFF = ['/pricing', 'Day Pass and plans', '24 hours of every feature, or a plan.'] as const
const TRUST = ['/trust', 'Trust and security', 'What is stored, where, and who may read it.'] as const

/** Links to the next steps. */
export function NextPlaces() {
  const { user } = useAuth()
  const { data: access } = useAccess()
  const plans = access?.staff ? PLANS_OF_STAFF : PLANS
  const places = user ? [CONNECT, plans, TRUST] : [CONNECT, SIGN_IN, plans, TRUST]
  return (
    <nav aria-labelledby="try-next" className="mt-14">
      <h2 id="try-next" className="text-heading">
        What comes next
      </h2>
      <ul className="mt-3 grid gap-x-8 border-t border-line sm:grid-cols-2">
        {places.map(([to, title, text]) => (
          <li key={to} className="border-b border-line">
            <Link to={to} className="group flex items-center gap-4 py-3.5">
              <span className="min-w-0 flex-1">
                <span className="font-medium group-hover:text-accent-text">{title}</span>
                <span className="block text-text-2">{text}</span>
              </span>
              <ArrowRight size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-3" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
