import { Bot, Plus } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import type { StaffAssistant } from '#blocks/prompt/endpoints-studio.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import { AssistantPage } from './assistant-page.tsx'
import { AssistantState } from './assistant-state.tsx'
import { NoAssistant } from './no-assistant.tsx'
import { useAssistants, useCreateAssistant } from './use-assistants.ts'

/** A tenant's assistants. With only one, its page. */
export default function KnowledgeTab({ tenant }: { tenant: TenantRow }) {
  const [query, setQuery] = useSearchParams()
  const { data, isError, isFetching, refetch } = useAssistants(tenant.id)
  const chosen = query.get('assistant')

  function show(id: string | null) {
    setQuery((now) => {
      const next = new URLSearchParams(now)
      for (const own of ['assistant', 'part', 'source']) next.delete(own)
      if (id) next.set('assistant', id)
      return next
    })
  }

  if (!data && isError)
    return (
      <FailedRow
        message="The assistants could not be loaded."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <RowsSkeleton rows={4} />
  const { assistants, most } = data
  if (assistants.length === 0) return <NoAssistant tenant={tenant} onCreated={show} />
  const only = assistants.length === 1 && !chosen ? assistants[0] : undefined
  const assistant = only ?? assistants.find(({ id }) => id === chosen)
  if (assistant)
    return (
      <AssistantPage
        key={assistant.id}
        tenant={tenant}
        assistant={assistant}
        onBack={assistants.length > 1 ? () => show(null) : undefined}
        onDeleted={() => show(null)}
        aside={
          assistants.length === 1 && most > 1 ? (
            <NewAssistant tenant={tenant} isFull={false} onCreated={show} />
          ) : undefined
        }
      />
    )
  if (chosen)
    return (
      <EmptyState
        level={2}
        icon={<Bot size={22} strokeWidth={1.75} aria-hidden />}
        title="This assistant does not exist"
        text="It may have been deleted."
        actions={<Button onClick={() => show(null)}>Show all assistants</Button>}
      />
    )
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3 max-sm:mb-4">
        <p className="text-text-2 tabular-nums">
          {assistants.length} of {most} assistants
        </p>
        <NewAssistant tenant={tenant} isFull={assistants.length >= most} onCreated={show} />
      </div>
      <AssistantsTable assistants={assistants} onOpen={show} />
    </>
  )
}

function NewAssistant(props: { tenant: TenantRow; isFull: boolean; onCreated: (id: string) => void }) {
  const create = useCreateAssistant(props.tenant, props.onCreated)
  return (
    <Button
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      busy={create.isPending}
      busyLabel="Creating..."
      disabledReason={props.isFull && 'All assistants of your plan are used.'}
      onClick={() => create.mutate()}
    >
      New assistant
    </Button>
  )
}

function AssistantsTable(props: { assistants: readonly StaffAssistant[]; onOpen: (id: string) => void }) {
  return (
    <Table
      label="Assistants"
      rows={props.assistants}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Assistant',
          phone: 'title',
          render: ({ id, name }) => (
            <button type="button" className="bb-row-open wrap-anywhere" onClick={() => props.onOpen(id)}>
              {name}
            </button>
          ),
        },
        {
          title: 'Sources',
          phone: 'detail',
          quiet: true,
          render: ({ sources, failed }) => (
            <span className="tabular-nums">
              {sources}
              {failed > 0 ? `, ${failed} failed` : ''}
            </span>
          ),
        },
        { title: 'State', phone: 'badge', render: (assistant) => <AssistantState assistant={assistant} /> },
      ]}
    />
  )
}
