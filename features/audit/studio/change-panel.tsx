import { Link } from 'react-router'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { CopyableId } from '#ui/code/copyable-id.tsx'
import { Facts } from '#ui/lists/facts.tsx'
import type { RowSteps } from '#ui/lists/row-steps.ts'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import type { Change } from '../endpoints.ts'
import { actWords, actorKind, changedColumns, valueWords } from './change-words.ts'

export interface ChangePanelProps {
  tenantId: string
  change: Change
  onClose: () => void
  steps: RowSteps
}

/** One change: who, from where, and each column before and after. */
export default function ChangePanel({ tenantId, change, onClose, steps }: ChangePanelProps) {
  const columns = changedColumns(change)
  const { row_name, row_id, actor_name, actor_id, network, agent, request_id, hidden } = change
  const from = [agent, network].filter(Boolean).join(', ')
  return (
    <SidePanel
      {...steps}
      onClose={onClose}
      title={<span className="wrap-anywhere">{actWords(change.act)}</span>}
      footer={
        actor_id ? (
          <Link {...buttonStyle({})} to={`/studio/audit?tenant=${tenantId}&q=${actor_id}`}>
            All changes by this account
          </Link>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-7">
        <Facts
          rows={[
            ...(row_name ? [['Item', <bdi key="row">{row_name}</bdi>] as const] : []),
            [
              'By',
              actor_name ? (
                <span key="by">
                  <bdi>{actor_name}</bdi>
                  <span className="text-text-3">, {actorKind(change).toLowerCase()}</span>
                </span>
              ) : (
                actorKind(change)
              ),
            ],
            ['At', formatDateTime(change.at)],
            ...(from ? [['From', from] as const] : []),
            [
              'Action',
              <code key="act" className="font-mono text-mono">
                {change.act}
              </code>,
            ],
            ['Item ID', <CopyableId key="id" id={row_id} label="Copy item ID" />],
            ...(request_id
              ? [['Request', <CopyableId key="request" id={request_id} label="Copy request ID" />] as const]
              : []),
          ]}
        />
        {columns.length || hidden.length ? (
          <section aria-labelledby="values-title">
            <h3 id="values-title" className="mb-3 text-subheading">
              Values
            </h3>
            <ul className="flex flex-col gap-4">
              {columns.map((column) => (
                <li key={column.name}>
                  <p className="mb-1 font-mono text-mono text-text-3">{column.name}</p>
                  <Values change={change} before={column.before} after={column.after} />
                </li>
              ))}
              {hidden.map((name) => (
                <li key={name}>
                  <p className="mb-1 font-mono text-mono text-text-3">{name}</p>
                  <p className="text-text-2">Changed. The values are not recorded.</p>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </SidePanel>
  )
}

/** The value before, struck out, above the value after. */
function Values({ change, before, after }: { change: Change; before: unknown; after: unknown }) {
  return (
    <>
      {change.before ? (
        <p className="wrap-anywhere whitespace-pre-wrap text-text-2">
          <span className="sr-only">Before: </span>
          <del>{valueWords(before)}</del>
        </p>
      ) : null}
      {change.after ? (
        <p className="wrap-anywhere whitespace-pre-wrap">
          <span className="sr-only">After: </span>
          {valueWords(after)}
        </p>
      ) : null}
    </>
  )
}
