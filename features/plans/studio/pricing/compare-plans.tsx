import { Table } from '#ui/table.tsx'

interface Row {
  block: string
  free: string
  pro: string
  business: string
}

const NOTHING = '—'

const ROWS: readonly Row[] = [
  { block: 'Sign-in', free: 'E-mail and password', pro: 'Social login', business: 'Roles and orgs' },
  {
    block: 'Database',
    free: '1 table, 1 form',
    pro: 'Unlimited',
    business: 'Team-scoped, row-level security',
  },
  {
    block: 'Payments',
    free: NOTHING,
    pro: 'Checkout and subscriptions',
    business: 'Checkout and subscriptions',
  },
  { block: 'AI Prompt', free: NOTHING, pro: 'Included', business: 'Advanced' },
  {
    block: 'Content Library',
    free: NOTHING,
    pro: 'Videos, files, courses',
    business: 'Videos, files, courses',
  },
  { block: 'Ticketing', free: NOTHING, pro: 'Simple', business: 'Multi-tier' },
  { block: 'Analytics', free: NOTHING, pro: NOTHING, business: 'Included' },
  { block: 'Support', free: NOTHING, pro: NOTHING, business: 'Priority' },
]

/** A dash is nothing to hear. */
function cell(words: string) {
  if (words !== NOTHING) return words
  return (
    <>
      <span aria-hidden="true">{NOTHING}</span>
      <span className="sr-only">Not included</span>
    </>
  )
}

/** What each plan brings to each block. */
export function ComparePlans() {
  return (
    <section aria-labelledby="compare-title" className="mt-14 max-md:mt-10">
      <h2 id="compare-title" className="mb-2 text-heading">
        Compare plans
      </h2>
      <Table
        label="Compare plans"
        readOnly
        rows={ROWS}
        rowKey={({ block }) => block}
        columns={[
          { title: 'Block', render: ({ block }) => block },
          { title: 'Free', quiet: true, render: ({ free }) => cell(free) },
          { title: 'Pro', quiet: true, render: ({ pro }) => cell(pro) },
          { title: 'Business', quiet: true, render: ({ business }) => cell(business) },
        ]}
      />
      <p className="mt-6 text-small text-text-3">
        All plans include hosting, SSL and a global CDN. No setup fees.
      </p>
    </section>
  )
}
