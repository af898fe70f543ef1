import { Notice } from '#ui/notice.tsx'

const MARKS = [/Missing Connect client_id for (test|live)/, /must start with "ca_"/]

/** True for the server's error about the OAuth client id. */
export const isClientIdFault = (words: string): boolean => MARKS.some((mark) => mark.test(words))

/**
 * Names the settings that the operator must set before accounts can be connected or released by OAuth; never
 * values.
 */
export function ClientIdAlert({ words }: { words: string }) {
  const mode = /client_id for live/.test(words) ? 'Live' : 'Test'
  return (
    <Notice tone="danger" role="alert" title={`Missing Stripe Connect Client ID (${mode})`}>
      <p>
        Set these secrets in the server environment to the client ids from your Stripe Connect settings (they
        start with <code className="font-mono text-mono">ca_</code>):
      </p>
      <ul className="mt-2 flex flex-col gap-1 font-mono text-mono">
        <li className="wrap-anywhere">STRIPE_CONNECT_CLIENT_ID_TEST</li>
        <li className="wrap-anywhere">STRIPE_CONNECT_CLIENT_ID_LIVE</li>
      </ul>
    </Notice>
  )
}
