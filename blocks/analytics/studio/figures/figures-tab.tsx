import { ChartColumn, X } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Select } from '#ui/forms/select.tsx'
import { useSaveSettings, useSettings } from '../use-settings.ts'
import {
  FILTERS,
  type FilterName,
  PERIODS,
  nameOf,
  readFiguresView,
  writeFiguresView,
} from './figures-view.ts'
import type { FiguresView } from './figures-view.ts'
import { ListCard } from './list-card.tsx'
import { SourcesCard } from './sources-card.tsx'
import { SpeedCard } from './speed-card.tsx'
import { Totals } from './totals.tsx'
import { queryOf } from './use-figures.ts'

const PERIOD_OPTIONS = PERIODS.map((days) => ({
  value: String(days),
  label: days === 1 ? 'Today' : days === 365 ? 'Last 12 months' : `Last ${days} days`,
}))

/** `/bolt/analytics`: figures of a period, and of the visits that the filters choose. */
export default function FiguresTab({ tenant }: { tenant: TenantRow }) {
  const { data: settings, isError, isFetching, refetch } = useSettings(tenant.id)
  if (!settings && isError)
    return (
      <FailedRow
        message="The figures could not be loaded."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!settings) return <RowsSkeleton rows={5} />
  return settings.collection === 'off' ? <TurnOn tenant={tenant} /> : <FiguresPage tenant={tenant} />
}

function TurnOn({ tenant }: { tenant: TenantRow }) {
  const { data: settings } = useSettings(tenant.id)
  const save = useSaveSettings(tenant.id)
  return (
    <EmptyState
      level={2}
      icon={<ChartColumn size={22} strokeWidth={1.75} aria-hidden />}
      title="Visits are not counted"
      text="Turn analytics on, and every page with one of your blocks counts its visits. It stores no cookies and no personal data. Bots and the networks that you name are left out."
      actions={
        mayWith(tenant, 'settings') ? (
          <Button
            variant="primary"
            busy={save.isPending}
            busyLabel="Turning on..."
            onClick={() => save.mutate({ ...settings!, collection: 'on' })}
          >
            Turn on analytics
          </Button>
        ) : undefined
      }
    />
  )
}

function FiguresPage({ tenant }: { tenant: TenantRow }) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const view = useMemo(() => readFiguresView(query), [query])
  const period = useMemo(() => queryOf(tenant.id, view), [tenant.id, view])
  const show = useCallback(
    (next: Partial<FiguresView>) =>
      void navigate(
        { search: writeFiguresView(query, { ...view, ...next }) },
        { replace: true, preventScrollReset: true },
      ),
    [navigate, query, view],
  )
  const choose = (name: FilterName, value: string) => show({ segment: { ...view.segment, [name]: value } })
  const chosen = (Object.keys(FILTERS) as FilterName[]).filter((name) => view.segment[name] !== undefined)
  const common = { period, onChoose: choose }
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label="Period"
          options={PERIOD_OPTIONS}
          value={String(view.days)}
          onChange={({ currentTarget }) => show({ days: Number(currentTarget.value) })}
        />
        {chosen.map((name) => (
          <Button
            key={name}
            size="small"
            icon={<X size={14} strokeWidth={1.75} aria-hidden />}
            aria-label={`Remove the filter ${FILTERS[name]}: ${nameOf(name, view.segment[name]!)}`}
            onClick={() => {
              const { [name]: _, ...segment } = view.segment
              show({ segment })
            }}
          >
            {FILTERS[name]}: <bdi>{nameOf(name, view.segment[name]!)}</bdi>
          </Button>
        ))}
      </div>
      <Totals period={period} days={view.days} tab={view.tab} onTab={(tab) => show({ tab })} />
      {mayWith(tenant, 'orders') && chosen.length === 0 ? <SourcesCard period={period} /> : null}
      <div className="grid gap-6 lg:grid-cols-2">
        <ListCard title="Pages" counted="Views" dimension="page" filter="page" {...common} />
        <ListCard title="Sources" counted="Visits" dimension="source" filter="source" {...common} />
        <ListCard title="First pages" counted="Visits" dimension="entry" filter="entry" {...common} />
        <ListCard title="Campaigns" counted="Visits" dimension="campaign" filter="campaign" {...common} />
        <ListCard title="Countries" counted="Visits" dimension="country" filter="country" {...common} />
        <ListCard title="Devices" counted="Visits" dimension="device" filter="device" {...common} />
        <ListCard title="Browsers" counted="Visits" dimension="browser" filter="browser" {...common} />
        <ListCard title="Blocks" counted="Times" dimension="block" {...common} />
        <ListCard title="Events" counted="Times" dimension="event" filter="event" {...common} />
        <ListCard title="Links to other sites" counted="Clicks" dimension="link" {...common} />
        <ListCard title="Downloads" counted="Clicks" dimension="download" {...common} />
        <ListCard title="Missing pages" counted="Views" dimension="missing" {...common} />
        {chosen.length === 0 ? <SpeedCard period={period} /> : null}
      </div>
    </div>
  )
}
