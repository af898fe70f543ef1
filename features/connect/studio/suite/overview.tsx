import {
  Bot,
  ChartNoAxesColumn,
  ChevronRight,
  CreditCard,
  Database,
  type LucideIcon,
  Mail,
  UserRoundCheck,
  Webhook,
} from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useScreenExists } from '#studio/routing/known-screens.ts'
import { config } from '#studio/config.ts'
import { IN_DEVELOPMENT } from '#studio/plan/in-development.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Badge, Status } from '#ui/base/badge.tsx'
import '#ui/base/card.css'
import { PaymentsStatus } from '../payments-status.tsx'
import { type IntegrationGroup, groupInDevelopment } from './integrations.ts'
import { SuitePage } from './suite-page.tsx'

interface SuiteRow {
  group: IntegrationGroup
  icon: LucideIcon
  title: string
  text: string
  entries: readonly string[]
}

const ROWS: readonly SuiteRow[] = [
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

export interface OverviewProps {
  /** Another feature knows whether there are webhooks. */
  renderWebhooksState: (tenant: TenantRow) => ReactNode
}

/** Everything a tenant can connect, as one list. */
export function Overview({ renderWebhooksState }: OverviewProps) {
  return (
    <SuitePage title="Connect" text="Connect payments, sign-in and your own server to this tenant.">
      {(tenant) => (
        <ul className="bb-card divide-y divide-line">
          {ROWS.map((row) => (
            <OverviewRow key={row.group} row={row}>
              {row.group === 'stripe' ? (
                <PaymentsStatus tenant={tenant} />
              ) : row.group === 'auth' ? (
                <AuthState tenant={tenant} />
              ) : row.group === 'webhooks' ? (
                renderWebhooksState(tenant)
              ) : groupInDevelopment(row.group, config.blocks) ? (
                <Badge tone="outline">{IN_DEVELOPMENT}</Badge>
              ) : (
                <Status tone="neutral">Not set up</Status>
              )}
            </OverviewRow>
          ))}
        </ul>
      )}
    </SuitePage>
  )
}

/** One row: the whole row opens the page of its group. */
function OverviewRow({ row, children }: { row: SuiteRow; children: ReactNode }) {
  const titleId = useId()
  const path = `/studio/connect/${row.group}`
  const exists = useScreenExists(path)
  return (
    <li
      aria-labelledby={titleId}
      className="relative flex min-h-14 items-center gap-4 px-5 py-2 first:rounded-t-card last:rounded-b-card has-[a]:hover:bg-hover max-md:px-4"
    >
      <row.icon size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-accent-text" />
      <div className="min-w-0 flex-1">
        <h2 id={titleId} className="font-label">
          {exists ? (
            <Link
              to={path}
              className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {row.title}
            </Link>
          ) : (
            row.title
          )}
        </h2>
        <p className="truncate text-small text-text-2 max-md:hidden">{row.text}</p>
        <ul className="flex gap-x-3 overflow-hidden text-small whitespace-nowrap text-text-2 md:hidden">
          <Entries row={row} />
        </ul>
      </div>
      <ul className="flex w-64 shrink-0 flex-wrap gap-x-3 text-small text-text-3 max-lg:hidden">
        <Entries row={row} />
      </ul>
      <div className="flex w-56 shrink-0 text-small max-lg:w-auto">{children}</div>
      <ChevronRight size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-3" />
    </li>
  )
}

const Entries = ({ row: { entries } }: { row: SuiteRow }) =>
  entries.map((entry) => <li key={entry}>{entry}</li>)

function AuthState({ tenant }: { tenant: TenantRow }) {
  if (tenant.auth_provider === 'supabase') return <Status tone="ok">Built-in</Status>
  const isSetUp = tenant.auth0_domain && tenant.auth0_client_id && tenant.auth0_client_secret_set
  return isSetUp ? <Status tone="ok">Connected</Status> : <Status tone="neutral">Not set up</Status>
}
