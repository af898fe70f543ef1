import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import { buttonStyle } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { Screen } from '../screen.ts'
import { ROLE_NAMES, type TenantRow } from './tenants.ts'
import { useTenantInUrl } from './use-tenant-in-url.ts'

/** In place of a screen that the user's role on the chosen tenant does not include. */
export default function RightMissing({ screen, tenant }: { screen: Screen; tenant: TenantRow }) {
  useTenantInUrl()
  return (
    <>
      <PageHead title={screen.title} />
      <EmptyState
        level={2}
        icon={<Lock size={22} strokeWidth={1.75} aria-hidden />}
        title={
          screen.guard === 'own' ? 'Only the owner opens this page' : 'Your role does not include this page'
        }
        text={
          screen.guard === 'own'
            ? `It decides about the payments of ${tenant.name}.`
            : `Your role on ${tenant.name} is ${ROLE_NAMES[tenant.role]}; its owner can change it under Staff.`
        }
        actions={
          <Link {...buttonStyle({ variant: 'primary' })} to="/studio">
            Go to Studio
          </Link>
        }
      />
    </>
  )
}
