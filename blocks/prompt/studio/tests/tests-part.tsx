import { Ellipsis, ListChecks, Play, Plus } from 'lucide-react'
import { useState } from 'react'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import type {
  PromptTest,
  PromptTestRun,
  StaffAssistant,
  StaffSource,
} from '#blocks/prompt/endpoints-studio.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ListFrame } from '#ui/lists/list-frame.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { useSources } from '../sources/use-sources.ts'
import { RunHistory } from './run-history.tsx'
import { type TestDraft, TestDialog } from './test-dialog.tsx'
import { useRunTests, useSaveTests, useTests } from './use-tests.ts'

const MOST = 200

/** Questions that must be answered from a source, or refused, and how they went since the sources changed. */
export default function TestsPart({ tenant, assistant }: { tenant: TenantRow; assistant: StaffAssistant }) {
  const { data, isError, isFetching, refetch } = useTests(tenant.id, assistant.id)
  const { data: known } = useSources(tenant.id, assistant.id)
  const [edited, setEdited] = useState<{ at: number | undefined }>()
  const save = useSaveTests(tenant.id, assistant.id, () => setEdited(undefined))
  const run = useRunTests(tenant.id, assistant.id)
  const sources = known?.sources ?? []
  const tests = data?.tests ?? []
  const [last] = data?.runs ?? []

  function store(test: TestDraft): void {
    const at = edited?.at
    save.mutate(at === undefined ? [...tests, test] : tests.map((one, place) => (place === at ? test : one)))
  }

  const add = (
    <Button
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      variant={tests.length === 0 ? 'primary' : 'secondary'}
      disabledReason={tests.length >= MOST && `A test set has at most ${MOST} questions.`}
      onClick={() => setEdited({ at: undefined })}
    >
      Add a question
    </Button>
  )
  return (
    <>
      {tests.length > 0 ? (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <p className="text-text-2 tabular-nums">
            {tests.length} {tests.length === 1 ? 'question' : 'questions'}
            {last ? `, ${last.passed} of ${last.total} passed in the last run` : ', not run yet'}
          </p>
          <div className="flex flex-wrap gap-2">
            {add}
            <Button
              variant="primary"
              icon={<Play size={16} strokeWidth={1.75} aria-hidden />}
              busy={run.isPending}
              busyLabel="Running..."
              onClick={() => run.mutate()}
            >
              Run
            </Button>
          </div>
        </div>
      ) : null}
      <ListFrame
        loading={!data}
        skeleton={<RowsSkeleton rows={4} />}
        failed={isError && 'The test set could not be loaded.'}
        busy={isFetching}
        onRetry={() => void refetch()}
        empty={
          tests.length === 0 ? (
            <EmptyState
              icon={<ListChecks size={22} strokeWidth={1.75} aria-hidden />}
              title="No test questions yet"
              text="Write questions that your sources must answer, and some that must be refused. Run them after each change. They are asked as a visitor without an account, and cost nothing."
              actions={add}
            />
          ) : undefined
        }
      >
        <TestsTable
          tests={tests}
          sources={sources}
          run={last}
          onEdit={(at) => setEdited({ at })}
          onDelete={(at) => save.mutate(tests.filter((_, place) => place !== at))}
        />
      </ListFrame>
      {data && data.runs.length > 0 ? <RunHistory runs={data.runs} /> : null}
      {edited ? (
        <TestDialog
          test={edited.at === undefined ? undefined : tests[edited.at]}
          sources={sources}
          isBusy={save.isPending}
          onSave={store}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </>
  )
}

interface TestsTableProps {
  tests: readonly PromptTest[]
  sources: readonly StaffSource[]
  /** The last one. */
  run: PromptTestRun | undefined
  onEdit: (at: number) => void
  onDelete: (at: number) => void
}

function TestsTable({ tests, sources, run, onEdit, onDelete }: TestsTableProps) {
  const titleOf = (id: string) => sources.find((source) => source.id === id)?.title ?? 'a deleted source'
  // Saving the set gives its questions new ids.
  const resultOf = ({ question }: PromptTest) => run?.results.find((result) => result.question === question)
  return (
    <Table
      label="Test questions"
      rows={tests}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Question',
          phone: 'title',
          render: (test) => (
            <button
              type="button"
              className="bb-row-open wrap-anywhere"
              onClick={() => onEdit(tests.indexOf(test))}
            >
              {test.question}
            </button>
          ),
        },
        {
          title: 'Must',
          phone: 'detail',
          quiet: true,
          render: ({ must, sources: wanted }) =>
            must === 'refuse'
              ? 'Be refused'
              : wanted.length === 0
                ? 'Be answered'
                : `Cite ${wanted.map(titleOf).join(' or ')}`,
        },
        {
          title: 'Last run',
          phone: 'badge',
          render(test) {
            const result = resultOf(test)
            if (!result) return <Badge dot="neutral">Not run</Badge>
            if (result.passed) return <Badge dot="ok">Passed</Badge>
            const found = result.found.map(titleOf).join(', ')
            return (
              <span title={found ? `Found: ${found}` : 'Found nothing'}>
                <Badge dot="danger">Failed</Badge>
              </span>
            )
          },
        },
        {
          title: 'Actions',
          phone: 'aside',
          align: 'right',
          render: (test) => (
            <Menu
              trigger={
                <IconButton
                  label={`More for ${test.question}`}
                  icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
                />
              }
            >
              <MenuItem tone="danger" onSelect={() => onDelete(tests.indexOf(test))}>
                Delete
              </MenuItem>
            </Menu>
          ),
        },
      ]}
    />
  )
}
