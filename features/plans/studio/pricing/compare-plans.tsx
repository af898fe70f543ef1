import { IN_DEVELOPMENT, isInDevelopment, serverLacks } from '#studio/plan/in-development.ts'
import type { Part } from '#studio/plan/plan-features.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Table } from '#ui/lists/table.tsx'

interface Row {
  block: string
  /** The block that the row is about; undefined for rows that are not about a block. */
  part: Part | undefined
  free: string
  pro: string
  business: string
}

const NOTHING = '—'

const ROWS: readonly Row[] = [
  {
    block: 'Sign-in',
    part: 'auth',
    free: 'Email and password',
    pro: 'Social login',
    business: 'Roles and orgs',
  },
  {
    block: 'Database',
    part: 'form',
    free: '1 table, 1 form',
    pro: 'Unlimited',
    business: 'Team-scoped database with row-level security',
  },
  {
    block: 'Payments',
    part: 'pay',
    free: NOTHING,
    pro: 'Checkout and subscriptions',
    business: 'Checkout and subscriptions',
  },
  { block: 'AI Prompt', part: 'prompt', free: NOTHING, pro: 'Included', business: 'Advanced' },
  {
    block: 'Content Library',
    part: 'library',
    free: NOTHING,
    pro: 'Videos, files, courses',
    business: 'Videos, files, courses',
  },
  { block: 'Ticketing', part: 'tickets', free: NOTHING, pro: 'Simple', business: 'Multi-tier' },
  { block: 'Analytics', part: 'analytics', free: NOTHING, pro: NOTHING, business: 'Included' },
  { block: 'Support', part: undefined, free: NOTHING, pro: NOTHING, business: 'Priority' },
]

const isPending = ({ part }: Row) => part !== undefined && serverLacks(part)

/**
 * Screen readers hear "Not included" instead of the dash. A marked row does not repeat the mark in its cells.
 */
function cell(row: Row, plan: 'free' | 'pro' | 'business') {
  const words = row[plan]
  if (!isPending(row) && isInDevelopment(words)) return <Pending words={words} />
  if (words !== NOTHING) return words
  return (
    <>
      <span aria-hidden="true">{NOTHING}</span>
      <span className="sr-only">Not included</span>
    </>
  )
}

/** The name of a feature that has not shipped yet. */
function Pending({ words }: { words: string }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {words} <Badge tone="outline">{IN_DEVELOPMENT}</Badge>
    </span>
  )
}

/** The comparison of plans by block. */
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
          {
            title: 'Block',
            render: (row) => (isPending(row) ? <Pending words={row.block} /> : row.block),
          },
          { title: 'Free', quiet: true, render: (row) => cell(row, 'free') },
          { title: 'Pro', quiet: true, render: (row) => cell(row, 'pro') },
          { title: 'Business', quiet: true, render: (row) => cell(row, 'business') },
        ]}
      />
      <p className="mt-6 text-small text-text-3">
        All plans include hosting, SSL and a global CDN. No setup fees.
      </p>
    </section>
  )
}
