import { Status } from '#ui/base/badge.tsx'
import { Facts } from '#ui/facts.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Auth0Check } from '#features/tenants/endpoints-auth0.ts'
import { type Auth0Draft, tidied } from './auth0-draft.ts'

const SECRET: Record<Auth0Check['secret'], string> = {
  verified: 'Verified by Auth0',
  not_checkable: 'Stored; Auth0 tells nothing about the secret of a Single Page Application',
}
const CALLBACK: Record<Auth0Check['callback'], string> = {
  registered: 'Known to Auth0',
  not_registered: 'Not known to Auth0 yet',
  not_checkable: 'Could not be checked',
}

/** What the test showed, before it counts. */
export function StepFinish({ draft, check }: { draft: Auth0Draft; check: Auth0Check | undefined }) {
  const { domain, client_id } = tidied(draft)
  if (!check)
    return (
      <Notice tone="warn">
        This connection has not been tested yet. Completing it tests it first; nothing changes where the test
        fails.
      </Notice>
    )
  return (
    <>
      <Facts
        rows={[
          [
            'Domain',
            <Status key="domain" tone="ok">
              {domain}
            </Status>,
          ],
          ['Client ID', client_id],
          ['Client secret', SECRET[check.secret]],
          [
            'Callback address',
            <Status key="callback" tone={check.callback === 'registered' ? 'ok' : 'warn'}>
              {CALLBACK[check.callback]}
            </Status>,
          ],
        ]}
      />
      {check.warnings.map((words) => (
        <Notice key={words} tone="warn">
          {words}
        </Notice>
      ))}
      <p className="text-text-2">
        From then on your visitors sign in with Auth0. Whoever has signed up here keeps their purchases and
        can come back when you switch back. A button takes less room than a form: copy the embed code anew to
        close the gap below it.
      </p>
    </>
  )
}
