import { useState } from 'react'
import { Example } from '#ui/lists/example.tsx'
import type { Customer } from '../endpoints.ts'
import { CustomersTable } from './customers-table.tsx'

const DAY_MS = 86_400_000

/** @param now milliseconds since 1970 */
const customersAt = (now: number): Customer[] =>
  [
    {
      name: 'Ines Koval',
      email: 'ines@example.com',
      providers: ['email'],
      purchases: 3,
      spent: [{ currency: 'eur', amount: 5800 }],
    },
    { name: 'Tom Adeyemi', email: 'tom@example.com', providers: ['google'], purchases: 0, spent: [] },
  ].map((customer, at) => ({
    ...customer,
    id: String(at),
    email_confirmed: true,
    phone: '',
    guest: false,
    banned_until: null,
    created_at: new Date(now - (30 - at * 12) * DAY_MS).toISOString(),
    last_sign_in_at: new Date(now - at * DAY_MS).toISOString(),
  }))

/** Made-up customers, as their list shows them. */
export function CustomersExample() {
  const [customers] = useState(() => customersAt(Date.now()))
  return (
    <Example caption="Example, with made-up customers">
      <CustomersTable customers={customers} onOpen={() => undefined} onSort={() => undefined} />
    </Example>
  )
}
