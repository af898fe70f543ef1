import { formatDateTime } from '#kernel/browser/dates.ts'
import type { PromptCall } from '#blocks/prompt/endpoints-studio.ts'
import { Badge } from '#ui/base/badge.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import { costText } from '../cost.ts'
import { useCalls } from './use-provider.ts'

/** The last calls of the model, without what was asked. */
export function CallLog({ tenantId }: { tenantId: string }) {
  const { data, isError, isFetching, refetch } = useCalls(tenantId)
  return (
    <section aria-labelledby="calls-title" className="mt-8">
      <h2 id="calls-title" className="mb-3 text-heading">
        Last calls
      </h2>
      {isError ? (
        <FailedRow
          message="The calls could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <RowsSkeleton rows={3} />
      ) : data.calls.length === 0 ? (
        <p className="text-text-2">No question has reached a model yet.</p>
      ) : (
        <Table
          label="Last calls"
          readOnly
          rows={data.calls.map((call, at) => ({ ...call, key: `${call.at} ${at}` }))}
          rowKey={({ key }) => key}
          columns={[
            { title: 'Time', phone: 'title', render: ({ at }) => formatDateTime(at) },
            {
              title: 'Model',
              phone: 'detail',
              quiet: true,
              render: ({ model }) => <span className="wrap-anywhere">{model}</span>,
            },
            {
              title: 'Assistant',
              phone: 'hidden',
              quiet: true,
              render: ({ assistant }) => <span className="wrap-anywhere">{assistant}</span>,
            },
            {
              title: 'Tokens',
              phone: 'hidden',
              align: 'right',
              render: (call) => (
                <span className="tabular-nums">
                  {(call.tokens_in + call.tokens_out).toLocaleString('en-US')}
                </span>
              ),
            },
            {
              title: 'Cost',
              phone: 'aside',
              align: 'right',
              render: ({ cost }) => <span className="tabular-nums">{costText(cost)}</span>,
            },
            {
              title: 'Time taken',
              phone: 'hidden',
              align: 'right',
              quiet: true,
              render: ({ ms }) => <span className="tabular-nums">{(ms / 1000).toFixed(1)} s</span>,
            },
            { title: 'Result', phone: 'badge', render: (call) => <CallResult call={call} /> },
          ]}
        />
      )}
    </section>
  )
}

const PROBLEMS: Record<string, string> = {
  model_busy: 'Limited',
  model_slow: 'Too slow',
  model_down: 'Unreachable',
  model_broken: 'Broken off',
  model_refused: 'Key refused',
}

function CallResult({ call: { state, problem } }: { call: PromptCall }) {
  if (problem) return <Badge dot="danger">{PROBLEMS[problem] ?? 'Failed'}</Badge>
  if (state === 'running') return <Badge dot="accent">Running</Badge>
  return state === 'stopped' ? <Badge dot="neutral">Stopped</Badge> : <Badge dot="ok">Answered</Badge>
}
