import { type FormEvent, useState } from 'react'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import type { FigureName } from '#blocks/analytics/endpoints.ts'
import type { Settings } from '#blocks/analytics/endpoints-studio.ts'
import { useSaveSettings, useSettings } from '../use-settings.ts'

const COLLECTIONS = [
  { value: 'on', label: 'On, without cookies' },
  { value: 'consent', label: 'Only after consent' },
  { value: 'off', label: 'Off' },
]
const RAW_DAYS = [30, 90, 180, 365, 730, 1095].map((days) => ({ value: String(days), label: `${days} days` }))
const FIGURES: Record<FigureName, string> = {
  views: 'Views',
  visits: 'Visits',
  visitors: 'Visitors',
  members: 'Members',
  orders: 'Orders',
}
const NETWORK = /^[0-9a-f.:]{2,39}(\/\d{1,3})?$/i

/** `/bolt/analytics/settings`: what is counted, how long it is stored, and what is public. */
export default function SettingsTab({ tenant }: { tenant: TenantRow }) {
  const { data, isError, isFetching, refetch } = useSettings(tenant.id)
  if (!data && isError)
    return (
      <FailedRow
        message="The settings could not be loaded."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <RowsSkeleton rows={5} />
  return <SettingsForm tenant={tenant} stored={data} />
}

function SettingsForm({ tenant, stored }: { tenant: TenantRow; stored: Settings }) {
  const [draft, setDraft] = useState(stored)
  const [networks, setNetworks] = useState(stored.own_networks.join('\n'))
  const [problem, setProblem] = useState('')
  const save = useSaveSettings(tenant.id)
  const change = (next: Partial<Settings>) => setDraft({ ...draft, ...next })

  function submit(submitted: FormEvent) {
    submitted.preventDefault()
    const own = networks.split(/[\s,]+/).filter(Boolean)
    const wrong = own.find((network) => !NETWORK.test(network))
    if (wrong) return setProblem(`${wrong} is no network. Write it like 203.0.113.0/24.`)
    setProblem('')
    return save.mutate({ ...draft, own_networks: own })
  }

  return (
    <form className="flex max-w-160 flex-col gap-5" method="post" onSubmit={submit}>
      <Field
        label="Counting"
        hint={
          draft.collection === 'consent'
            ? 'Pages send nothing until they call bb("consent", true). Then visitors also get an id that stays, so that you see who comes back.'
            : 'Visitors who send Do Not Track or Global Privacy Control are never counted.'
        }
      >
        {(control) => (
          <Select
            {...control}
            options={COLLECTIONS}
            value={draft.collection}
            onChange={({ currentTarget }) =>
              change({ collection: currentTarget.value as Settings['collection'] })
            }
          />
        )}
      </Field>
      <Field
        label="Store single events for"
        hint="Figures by hour stay. Filters, goals and funnels reach back this far."
      >
        {(control) => (
          <Select
            {...control}
            options={RAW_DAYS}
            value={String(draft.raw_days)}
            onChange={({ currentTarget }) => change({ raw_days: Number(currentTarget.value) })}
          />
        )}
      </Field>
      <Field
        label="Your own networks"
        optional="(optional)"
        hint="Visits from these addresses are not counted. Separate several with commas."
        error={problem}
      >
        {(control) => (
          <Input
            {...control}
            placeholder="203.0.113.0/24"
            maxLength={900}
            value={networks}
            onChange={({ currentTarget: { value } }) => setNetworks(value)}
          />
        )}
      </Field>
      <fieldset className="flex flex-col gap-2">
        <legend className="bb-label mb-2">Figures that your site may show</legend>
        {(Object.keys(FIGURES) as FigureName[]).map((name) => (
          <Checkbox
            key={name}
            checked={draft.public_figures.includes(name)}
            onChange={({ currentTarget: { checked } }) =>
              change({
                public_figures: checked
                  ? [...draft.public_figures, name]
                  : draft.public_figures.filter((one) => one !== name),
              })
            }
          >
            {FIGURES[name]}
          </Checkbox>
        ))}
      </fieldset>
      <div>
        <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
          Save settings
        </Button>
      </div>
    </form>
  )
}
