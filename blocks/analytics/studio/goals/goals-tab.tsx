import { Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { Card } from '#ui/base/card.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import type { FunnelRow } from '#blocks/analytics/endpoints-studio.ts'
import { queryOf } from '../figures/use-figures.ts'
import { GoalDialog } from './goal-dialog.tsx'
import { goalText, shareOf } from './goal-words.ts'
import { type Kind, useDeleteGoal, useFunnels, useGoals } from './use-goals.ts'

const DAYS = 30
const count = (value: number) => value.toLocaleString('en-US')

/** `/bolt/analytics/goals`: what visits should reach, and how many do, in the last 30 days. */
export default function GoalsTab({ tenant }: { tenant: TenantRow }) {
  const period = useMemo(() => queryOf(tenant.id, { days: DAYS, segment: {} }), [tenant.id])
  const [making, setMaking] = useState<Kind>()
  const mayChange = mayWith(tenant, 'content')
  const goals = useGoals(period)
  const funnels = useFunnels(period)
  const removeGoal = useDeleteGoal(tenant.id, 'goal')
  const removeFunnel = useDeleteGoal(tenant.id, 'funnel')

  const addButton = (kind: Kind, label: string) =>
    mayChange ? (
      <Button
        size="small"
        icon={<Plus size={14} strokeWidth={1.75} aria-hidden />}
        onClick={() => setMaking(kind)}
      >
        {label}
      </Button>
    ) : null
  const deleteButton = (name: string, remove: () => void) =>
    mayChange ? (
      <IconButton
        label={`Delete ${name}`}
        icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => confirm(`Delete "${name}"?`) && remove()}
      />
    ) : null

  return (
    <div className="flex flex-col gap-6">
      <Card className="p-5">
        <div className="mb-2 flex items-center justify-between gap-3">
          <h2 className="text-subheading">Goals, last {DAYS} days</h2>
          {addButton('goal', 'New goal')}
        </div>
        {!goals.data && goals.isError ? (
          <FailedRow
            message="The goals could not be loaded."
            busy={goals.isFetching}
            onRetry={() => void goals.refetch()}
          />
        ) : !goals.data ? (
          <RowsSkeleton rows={3} />
        ) : goals.data.goals.length === 0 ? (
          <p className="py-2 text-text-2">
            No goals yet. A goal is a page, an event or a step of a block that visits should reach.
          </p>
        ) : (
          <Table
            label="Goals"
            rows={goals.data.goals}
            rowKey={({ id }) => id}
            columns={[
              {
                title: 'Goal',
                phone: 'title',
                render: ({ name }) => <bdi className="wrap-anywhere">{name}</bdi>,
              },
              {
                title: 'Reached by',
                quiet: true,
                phone: 'detail',
                render: ({ goal }) => <bdi className="wrap-anywhere">{goalText(goal)}</bdi>,
              },
              { title: 'Visits', align: 'right', phone: 'aside', render: ({ visits }) => count(visits) },
              {
                title: 'Share',
                align: 'right',
                phone: 'hidden',
                render: ({ visits }) => shareOf(visits, goals.data.visits),
              },
              {
                title: 'Actions',
                align: 'right',
                phone: 'badge',
                render: ({ id, name }) => deleteButton(name, () => removeGoal.mutate(id)),
              },
            ]}
          />
        )}
      </Card>
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-subheading">Funnels, last {DAYS} days</h2>
        {addButton('funnel', 'New funnel')}
      </div>
      {!funnels.data && funnels.isError ? (
        <FailedRow
          message="The funnels could not be loaded."
          busy={funnels.isFetching}
          onRetry={() => void funnels.refetch()}
        />
      ) : !funnels.data ? (
        <RowsSkeleton rows={3} />
      ) : funnels.data.length === 0 ? (
        <p className="text-text-2">No funnels yet. A funnel shows at which step visits are lost.</p>
      ) : (
        funnels.data.map((funnel) => (
          <Card key={funnel.id} className="p-5">
            <div className="mb-2 flex items-center justify-between gap-3">
              <h3 className="text-subheading wrap-anywhere">
                <bdi>{funnel.name}</bdi>
              </h3>
              {deleteButton(funnel.name, () => removeFunnel.mutate(funnel.id))}
            </div>
            <Funnel funnel={funnel} />
          </Card>
        ))
      )}
      {making ? <GoalDialog kind={making} period={period} onClose={() => setMaking(undefined)} /> : null}
    </div>
  )
}

/** The steps as a table: visits, and the share of the step before and of the first one. */
function Funnel({ funnel: { name, steps, visits } }: { funnel: FunnelRow }) {
  const rows = steps.map((step, at) => ({ step, at, reached: visits[at]! }))
  return (
    <Table
      label={`Steps of ${name}`}
      rows={rows}
      rowKey={({ at }) => String(at)}
      readOnly
      columns={[
        {
          title: 'Step',
          phone: 'title',
          render: ({ step, at }) => (
            <span className="wrap-anywhere">
              {at + 1}. <bdi>{goalText(step)}</bdi>
            </span>
          ),
        },
        { title: 'Visits', align: 'right', phone: 'aside', render: ({ reached }) => count(reached) },
        {
          title: 'Of the step before',
          align: 'right',
          phone: 'hidden',
          render: ({ at, reached }) => (at === 0 ? '' : shareOf(reached, visits[at - 1]!)),
        },
        {
          title: 'Of the first step',
          align: 'right',
          phone: 'badge',
          render: ({ reached }) => shareOf(reached, visits[0]!),
        },
      ]}
    />
  )
}
