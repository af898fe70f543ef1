import { CodeXml, Palette, Settings, UserCog, Users } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#kernel/browser/dates.ts'
import { tenantTheme } from '#studio/tenant/tenant-theme.ts'
import { ROLE_NAMES, type TenantRow, chooseTenant, mayWith } from '#studio/tenant/tenants.ts'
import { Status } from '#ui/base/badge.tsx'
import { classNames } from '#ui/base/class-names.ts'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/lists/facts.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ThemeDots } from '#ui/theme/theme-swatch.tsx'
import { THEMES } from '#ui/theme/themes.ts'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { ValueWell } from '#ui/value-well.tsx'
import { authStatus } from './auth-status.ts'
import type { DashboardAddress } from './dashboard-address.ts'
import type { DashboardParts } from './dashboard-parts.ts'
import { SiteThumbnail } from './thumbnail/site-thumbnail.tsx'

export interface TenantCardProps {
  tenant: TenantRow
  /** Whether it is the tenant that the Studio shows. */
  current: boolean
  parts: DashboardParts
  open: (next: DashboardAddress) => void
}

const LINKS = [
  ['people', 'Customers', '/studio/customers', Users],
  ['staff', 'Staff', '/studio/staff', UserCog],
] as const

/** One tenant: its site, its key, the state of its payments, auth and theme, and its actions. */
export function TenantCard({ tenant, current, parts, open }: TenantCardProps) {
  const nameId = useId()
  const theme = tenantTheme(tenant)
  const auth = authStatus(tenant)
  const site = tenant.allowed_origins?.[0]
  const to = (dialog: 'theme' | 'embed' | 'connect') => () => open({ dialog, tenant: tenant.id })

  return (
    <li
      className={classNames(
        'bb-card flex min-w-0 flex-col',
        current && 'border-accent/40 ring-3 ring-accent-soft',
      )}
      aria-labelledby={nameId}
      aria-current={current}
    >
      <div className="flex flex-1 flex-col gap-4 p-5 max-md:p-4">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 sm:max-md:grid-cols-[58px_minmax(0,1fr)_auto] md:grid-cols-[104px_minmax(0,1fr)] md:gap-x-4 min-[1360px]:grid-cols-[128px_minmax(0,1fr)]">
          <SiteThumbnail tenant={tenant} />
          <div className="min-w-0">
            <h3 id={nameId} className="truncate text-subheading" title={tenant.name}>
              <button
                type="button"
                aria-pressed={current}
                className="max-w-full cursor-pointer truncate rounded-badge align-bottom hover:underline"
                onClick={() => chooseTenant(tenant.id)}
              >
                {tenant.name}
              </button>
            </h3>
            <p className="truncate text-small text-text-2">
              {tenant.role === 'owner' ? '' : `${ROLE_NAMES[tenant.role]} · `}
              {site ? (URL.parse(site)?.host ?? site) : `Created ${formatDate(tenant.created_at)}`}
            </p>
          </div>
          <div className="flex md:-ml-2 md:gap-1">
            {LINKS.map(([right, label, path, Icon]) =>
              mayWith(tenant, right) ? (
                <Tooltip key={path} text={label} describes={false}>
                  <Link to={`${path}?tenant=${tenant.id}`} aria-label={label} className="bb-icon-btn">
                    <Icon size={16} strokeWidth={1.75} aria-hidden />
                  </Link>
                </Tooltip>
              ) : null,
            )}
            {parts.tabs.map(({ id, label, guard, icon: Icon }) =>
              Icon && mayWith(tenant, guard) ? (
                <IconButton
                  key={id}
                  label={label}
                  icon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
                  onClick={() => open({ dialog: 'settings', tenant: tenant.id, tab: id })}
                />
              ) : null,
            )}
            {mayWith(tenant, 'settings') ? (
              <IconButton
                label="Tenant Settings"
                icon={<Settings size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => open({ dialog: 'settings', tenant: tenant.id, tab: 'general' })}
              />
            ) : null}
          </div>
        </div>
        <ValueWell
          label="Public key"
          value={tenant.public_key}
          waitingText="Generating..."
          copyLabel="Copy public key"
        />
        <Facts
          rows={[
            ['Payments', <parts.PaymentsStatus key="payments" tenant={tenant} />],
            [
              'Auth',
              <Status key="auth" tone={auth.connected ? 'ok' : 'neutral'}>
                {auth.label}
              </Status>,
            ],
            [
              'Theme',
              <span key="theme" className="inline-flex items-center gap-2">
                <ThemeDots theme={theme} accent={tenant.theme?.accent} />
                {THEMES.find(({ id }) => id === theme)!.name}
              </span>,
            ],
          ]}
        />
      </div>
      <div className="@container border-t border-line px-5 py-3 max-md:px-4">
        {/* One row if all three buttons fit, otherwise the last one is below the others. */}
        <div className="flex flex-wrap items-center gap-1.5 @max-[312px]:[&_.bb-btn]:w-full @max-[312px]:[&>*]:flex-1 [&_.bb-btn]:gap-1.5 [&_.bb-btn]:px-2">
          <Button
            size="small"
            icon={<CodeXml size={16} strokeWidth={1.75} aria-hidden />}
            disabledReason={!tenant.public_key && 'The public key is still generating.'}
            onClick={to('embed')}
          >
            Embed
          </Button>
          {mayWith(tenant, 'content') ? (
            <Button
              size="small"
              icon={<Palette size={16} strokeWidth={1.75} aria-hidden />}
              onClick={to('theme')}
            >
              Theme
            </Button>
          ) : null}
          {mayWith(tenant, 'own') ? (
            <div className="ml-auto @max-[312px]:basis-full">
              <parts.ConnectButton tenant={tenant} onConnect={to('connect')} />
            </div>
          ) : null}
        </div>
      </div>
    </li>
  )
}
