import { Link } from 'react-router'
import { buttonStyle } from '#ui/base/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { NoTenant } from './use-my-tenant.ts'

const WORDS: Record<NoTenant, string> = {
  'signed-out': 'Please sign in first.',
  none: 'No tenant found.',
  failed: 'Failed to load tenant data',
}

/** Why `Use my tenant` filled in nothing, with a link to the next step. */
export function NoTenantNote({ why, here }: { why: NoTenant; here: string }) {
  const ways = {
    'signed-out': [`/auth?next=${encodeURIComponent(here)}`, 'Sign In'],
    none: ['/studio?dialog=create', 'Create Tenant'],
    failed: undefined,
  } as const
  const link = ways[why]
  return (
    <div className="mb-5">
      <Notice
        tone="warn"
        role="alert"
        action={
          link ? (
            <Link {...buttonStyle({ size: 'small' })} to={link[0]}>
              {link[1]}
            </Link>
          ) : undefined
        }
      >
        {WORDS[why]}
      </Notice>
    </div>
  )
}
