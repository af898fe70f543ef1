import { Status } from '#ui/base/badge.tsx'
import { Facts } from '#ui/lists/facts.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Auth0Check } from '#features/tenants/endpoints-auth0.ts'
import { type Auth0Draft, isFilled, tidied } from './auth0-draft.ts'

const SECRET: Record<Auth0Check['secret'], string> = {
  verified: 'Verified by Auth0',
  not_checkable: 'Stored. Auth0 does not verify the secret of a Single Page Application.',
}
const CALLBACK: Record<Auth0Check['callback'], string> = {
  registered: 'Known to Auth0',
  not_registered: 'Not known to Auth0 yet',
  not_checkable: 'Could not be checked',
}

const MISSING = <Status tone="warn">Not entered yet</Status>

/** The result of the test, before the connection is completed; without one, the values that it will use. */
export function StepFinish({ draft, check }: { draft: Auth0Draft; check: Auth0Check | undefined }) {
  const { domain, client_id, client_secret } = tidied(draft)
  const isReady = isFilled(draft)
  if (!check)
    return (
      <>
        <Notice tone="warn" title="This connection has not been tested yet.">
          {isReady
            ? 'We test it when you complete it: we sign in to Auth0 once with these values. If the test fails, nothing changes.'
            : 'To connect, go back and enter the domain, client ID and client secret of your Auth0 application.'}
        </Notice>
        <Facts
          rows={[
            ['Domain', domain || MISSING],
            ['Client ID', client_id || MISSING],
            ['Client secret', client_secret ? 'Entered' : MISSING],
          ]}
        />
      </>
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
      {check.warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      <p className="text-text-2">
        Your visitors will sign in with Auth0. Members who signed up here keep their purchases and can sign in
        again if you switch back. The Auth0 button is smaller than the sign-in form. Copy the embed code again
        to remove the gap below it.
      </p>
    </>
  )
}
