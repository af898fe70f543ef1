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
import '#ui/lists/cover.css'
import './overview.css'
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
  /** A block knows whether a model is connected. */
  renderChatbotState: (tenant: TenantRow) => ReactNode
}

/** Everything a tenant can connect, as one list. */
export function Overview({ renderWebhooksState, renderChatbotState }: OverviewProps) {
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
              ) : row.group === 'chatbot' ? (
                renderChatbotState(tenant)
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
    <li aria-labelledby={titleId} className="connect-row">
      <row.icon size={20} strokeWidth={1.75} aria-hidden className="text-accent-text" />
      <div className="min-w-0">
        <h2 id={titleId} className="font-label">
          {exists ? (
            <Link to={path} className="bb-cover">
              {row.title}
            </Link>
          ) : (
            row.title
          )}
        </h2>
        <p className="connect-row-text">{row.text}</p>
      </div>
      <ul className="connect-row-entries">
        {row.entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
      <div className="connect-row-state">{children}</div>
      <ChevronRight size={18} strokeWidth={1.75} aria-hidden className="text-text-3" />
    </li>
  )
}

function AuthState({ tenant }: { tenant: TenantRow }) {
  if (tenant.auth_provider === 'supabase') return <Status tone="ok">Built-in</Status>
  const isSetUp = tenant.auth0_domain && tenant.auth0_client_id && tenant.auth0_client_secret_set
  return isSetUp ? <Status tone="ok">Connected</Status> : <Status tone="neutral">Not set up</Status>
}
