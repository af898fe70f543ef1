import {
  Bot,
  ChartNoAxesColumn,
  CreditCard,
  Database,
  type LucideIcon,
  Mail,
  UserRoundCheck,
  Webhook,
} from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { useScreenExists } from '#studio/routing/known-screens.ts'
import { config } from '#studio/config.ts'
import { IN_DEVELOPMENT } from '#studio/plan/in-development.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Badge } from '#ui/base/badge.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import { PaymentsStatus } from '../payments-status.tsx'
import { type IntegrationGroup, groupInDevelopment } from './integrations.ts'
import { SuitePage } from './suite-page.tsx'

interface SuiteCard {
  group: IntegrationGroup
  icon: LucideIcon
  title: string
  text: string
  entries: readonly string[]
}

const CARDS: readonly SuiteCard[] = [
  {
    group: 'stripe',
    icon: CreditCard,
    title: 'Payments Integration',
    text: 'Sell on your site. Payments and payouts go straight to your own account.',
    entries: ['Payments', 'Payouts'],
  },
  {
    group: 'auth',
    icon: UserRoundCheck,
    title: 'Authentication',
    text: 'Let visitors sign up and sign in on your site.',
    entries: ['External provider', 'Built-in auth', 'Social'],
  },
  {
    group: 'chatbot',
    icon: Bot,
    title: 'Chatbot Integration',
    text: 'Answer visitors from your own content.',
    entries: ['AI provider', 'Knowledge base'],
  },
  {
    group: 'webhooks',
    icon: Webhook,
    title: 'Webhooks',
    text: 'Send events to your server.',
    entries: ['Test endpoint', 'Live endpoint'],
  },
  {
    group: 'email',
    icon: Mail,
    title: 'Email',
    text: 'Send email through your own provider.',
    entries: ['Resend', 'Postmark'],
  },
  {
    group: 'analytics',
    icon: ChartNoAxesColumn,
    title: 'Analytics',
    text: 'Send block events to your own analytics.',
    entries: ['Plausible', 'PostHog'],
  },
  {
    group: 'databases',
    icon: Database,
    title: 'Databases',
    text: 'Show data from your own database.',
    entries: ['Supabase', 'Neon', 'MySQL'],
  },
]

/** `/studio/connect` and `/bolt/connect`: everything a tenant can connect. */
export default function Overview() {
  return (
    <SuitePage title="Connect" text="Connect payments, sign-in and your own server to this tenant.">
      {(tenant) => (
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {CARDS.map((card) => (
            <OverviewCard key={card.group} card={card} tenant={tenant} />
          ))}
        </ul>
      )}
    </SuitePage>
  )
}

function OverviewCard({ card, tenant }: { card: SuiteCard; tenant: TenantRow }) {
  const titleId = useId()
  const path = `/studio/connect/${card.group}`
  const exists = useScreenExists(path)
  return (
    <li aria-labelledby={titleId} className="bb-card flex min-w-0 flex-col p-5 max-md:p-4">
      <div className="flex items-start gap-3">
        <span className="bb-well flex size-10 shrink-0 items-center justify-center text-accent-text">
          <card.icon size={20} strokeWidth={1.75} aria-hidden />
        </span>
        <div className="min-w-0">
          <h2 id={titleId} className="text-subheading">
            {card.title}
          </h2>
          <p className="mt-0.5 text-text-2">{card.text}</p>
        </div>
      </div>
      <ul className="mt-4 mb-5 flex flex-wrap gap-x-3 gap-y-1 text-small text-text-2">
        {card.entries.map((entry) => (
          <li key={entry} className="border-l-2 border-line pl-2">
            {entry}
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3">
        {card.group === 'stripe' ? (
          <PaymentsStatus tenant={tenant} />
        ) : groupInDevelopment(card.group, config.blocks) ? (
          <Badge tone="outline">{IN_DEVELOPMENT}</Badge>
        ) : (
          <span />
        )}
        {exists ? (
          <Link {...buttonStyle({ size: 'small' })} to={path} aria-label={`Open ${card.title}`}>
            Open
          </Link>
        ) : null}
      </div>
    </li>
  )
}
