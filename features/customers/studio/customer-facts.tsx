import { formatDateTime } from '#kernel/browser/dates.ts'
import { providerName } from '#kernel/browser/provider-names.ts'
import { CopyableId } from '#ui/code/copyable-id.tsx'
import { Facts } from '#ui/lists/facts.tsx'
import type { CustomerDetail } from '../endpoints.ts'
import { factorName } from './customer-words.ts'

/** The facts about a customer. */
export function CustomerFacts({ customer }: { customer: CustomerDetail }) {
  const { email, phone, factors } = customer
  return (
    <Facts
      rows={[
        ...(email
          ? [
              [
                'Email',
                <span key="email">
                  {email}
                  <span className="text-text-3">
                    {customer.email_confirmed ? ', confirmed' : ', not confirmed'}
                  </span>
                </span>,
              ] as const,
            ]
          : []),
        ...(phone ? [['Phone', `+${phone}`] as const] : []),
        [
          'Signs in with',
          customer.identities.length > 0 ? (
            <ul key="ways">
              {customer.identities.map(({ provider, address, created_at }) => (
                <li key={`${provider} ${address} ${created_at}`}>
                  {providerName(provider)}
                  {address && address !== email ? <span className="text-text-3">, {address}</span> : null}
                </li>
              ))}
            </ul>
          ) : (
            'Nothing yet'
          ),
        ],
        ['Second step', factors.length > 0 ? factors.map(factorName).join(', ') : 'None'],
        ['Signed up', formatDateTime(customer.created_at)],
        ['Last sign-in', customer.last_sign_in_at ? formatDateTime(customer.last_sign_in_at) : 'Never'],
        ['Customer ID', <CopyableId key="id" id={customer.id} label="Copy customer ID" />],
      ]}
    />
  )
}
