import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '#studio/data/api.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { type PromptUsage, readProvider, readUsage } from '#blocks/prompt/endpoints-studio.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { Card } from '#ui/base/card.tsx'
import { Chart } from '#ui/chart/chart.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Notice } from '#ui/notice.tsx'
import { Stat } from '#ui/stat.tsx'
import { costText } from '../cost.ts'
import { daysOf, monthName, thisMonth } from './usage-days.ts'

const DAYS = 30
const count = (value: number) => value.toLocaleString('en-US')

/** What the assistants were asked and cost, by day and month. The limits themselves are those of each assistant. */
export default function BudgetTab({ tenant }: { tenant: TenantRow }) {
  const [now] = useState(() => new Date())
  const usage = useQuery({
    queryKey: ['prompt-usage', tenant.id],
    queryFn: () => call(readUsage, { tenantId: tenant.id }),
  })
  const { data: provider } = useQuery({
    queryKey: ['prompt-provider', tenant.id],
    queryFn: () => call(readProvider, { tenantId: tenant.id }),
  })
  if (usage.isError && !usage.data)
    return (
      <FailedRow
        message="The figures could not be loaded."
        busy={usage.isFetching}
        onRetry={() => void usage.refetch()}
      />
    )
  if (!usage.data) return <RowsSkeleton rows={5} />
  const month = thisMonth(usage.data, now)
  const hasPrice = provider?.price_in != null || provider?.price_out != null
  const connect = (label: string) => (
    <Link {...buttonStyle({ size: 'small' })} to={`/studio/connect/chatbot?tenant=${tenant.id}`}>
      {label}
    </Link>
  )
  return (
    <div className="flex flex-col gap-8">
      {provider?.from === 'none' ? (
        <Notice title="No model is connected" action={connect('Connect a model')}>
          Visitors get the matching passages word for word. That costs nothing.
        </Notice>
      ) : provider?.from === 'tenant' && !hasPrice ? (
        <Notice title="Prices are missing" action={connect('Enter prices')}>
          Enter what a million tokens cost to see what conversations cost.
        </Notice>
      ) : null}
      <section aria-labelledby="month-title">
        <h2 id="month-title" className="mb-3 text-subheading">
          This month
        </h2>
        <Card className="grid grid-cols-2 gap-5 p-5 max-md:p-4 md:grid-cols-4">
          <Stat label="Questions" value={count(month.questions)} />
          <Stat label="Refused" value={count(month.refused)} note="no source answered" />
          <Stat label="Tokens" value={count(month.tokens_in + month.tokens_out)} />
          <Stat
            label="Cost"
            value={costText(month.cost)}
            note={month.cost === null ? 'no price' : undefined}
          />
        </Card>
      </section>
      <section aria-labelledby="days-title">
        <h2 id="days-title" className="mb-3 text-subheading">
          By day
        </h2>
        <Card className="p-5 max-md:p-4">
          <QuestionsChart usage={usage.data} now={now} />
        </Card>
      </section>
      {usage.data.months.length > 0 ? <Months usage={usage.data} /> : null}
    </div>
  )
}

function QuestionsChart({ usage, now }: { usage: PromptUsage; now: Date }) {
  const { points, rows } = daysOf(usage.days, now, DAYS)
  return (
    <Chart
      label={`Questions by day, last ${DAYS} days`}
      bars
      whole
      points={points}
      series={[
        { name: 'Questions', values: rows.map((row) => row?.questions ?? 0) },
        { name: 'Refused', values: rows.map((row) => row?.refused ?? 0), quiet: true },
        { name: 'Failed', values: rows.map((row) => row?.failed ?? 0), quiet: true },
      ]}
      format={count}
      axis={count}
      empty={<span>No questions in this time.</span>}
    />
  )
}

function Months({ usage }: { usage: PromptUsage }) {
  return (
    <section aria-labelledby="months-title">
      <h2 id="months-title" className="mb-3 text-subheading">
        By month
      </h2>
      <Table
        label="Months"
        readOnly
        rows={usage.months.toReversed()}
        rowKey={({ of }) => of}
        columns={[
          { title: 'Month', phone: 'title', render: ({ of }) => monthName(of) },
          {
            title: 'Questions',
            phone: 'detail',
            align: 'right',
            render: ({ questions }) => <span className="tabular-nums">{count(questions)}</span>,
          },
          {
            title: 'Refused',
            phone: 'hidden',
            align: 'right',
            quiet: true,
            render: ({ refused }) => <span className="tabular-nums">{count(refused)}</span>,
          },
          {
            title: 'Tokens',
            phone: 'hidden',
            align: 'right',
            quiet: true,
            render: (row) => <span className="tabular-nums">{count(row.tokens_in + row.tokens_out)}</span>,
          },
          {
            title: 'Cost',
            phone: 'aside',
            align: 'right',
            render: ({ cost }) => <span className="tabular-nums">{costText(cost)}</span>,
          },
        ]}
      />
    </section>
  )
}
