import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#studio/data/api.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/base/button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { createAssistant, listAssistants, listSources } from '../endpoints-studio.ts'
import { starterAssistant } from './starter-assistant.ts'

/** The assistants of a tenant, and the sources of each. */
export default function KnowledgeTab({ tenant }: { tenant: TenantRow }) {
  const client = useQueryClient()
  const key = ['assistants', tenant.id]
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => {
      const { assistants, most } = await call(listAssistants, { tenantId: tenant.id })
      const sources = await Promise.all(
        assistants.map(({ id }) => call(listSources, { tenantId: tenant.id, assistantId: id })),
      )
      return { most, assistants: assistants.map((one, at) => ({ ...one, known: sources[at]!.sources })) }
    },
  })
  const [isBusy, setIsBusy] = useState(false)
  if (isError && !data)
    return (
      <FailedRow
        message="The assistant could not be loaded."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <RowsSkeleton rows={3} />

  async function create() {
    setIsBusy(true)
    try {
      await call(createAssistant, { tenantId: tenant.id, assistant: starterAssistant(tenant.name) })
      await client.invalidateQueries({ queryKey: key })
    } finally {
      setIsBusy(false)
    }
  }

  if (data.assistants.length === 0)
    return (
      <div className="flex flex-col items-start gap-4">
        <p>Visitors ask, and the assistant answers from the sources that you choose.</p>
        <Button variant="primary" busy={isBusy} onClick={() => void create()}>
          Create the assistant
        </Button>
      </div>
    )
  return data.assistants.map(({ id, name, known }) => (
    <section key={id} aria-label={name} className="mb-8">
      <h2 className="mb-3 text-subheading">{name}</h2>
      {known.length === 0 ? <p>It has no sources yet.</p> : null}
      <ul className="flex flex-col gap-2">
        {known.map((source) => (
          <li key={source.id} className="flex flex-wrap justify-between gap-3 border-b border-line py-2">
            <span>{source.title}</span>
            <span className="text-text-2">
              {source.problem ??
                (source.state === 'ready' ? 'Ready' : source.state === 'failed' ? 'Failed' : 'Reading')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  ))
}
