import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { AnswerText } from '#blocks/prompt/embed/answer-text.tsx'
import type { StaffConversation } from '#blocks/prompt/endpoints-studio.ts'
import type { PromptMessage } from '#blocks/prompt/endpoints.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { Facts } from '#ui/lists/facts.tsx'
import type { RowSteps } from '#ui/lists/row-steps.ts'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { costText } from '../cost.ts'
import { askerOf } from './asker.ts'
import { useConversation, useDeleteConversation } from './use-conversations.ts'

type Turn = PromptMessage & { comment: string | null; tokens: number; cost: number | null }

export interface ConversationPanelProps {
  tenantId: string
  conversation: StaffConversation
  steps: RowSteps
  onClose: () => void
}

/** A conversation beside the list: each question with its answer, what it cites, its rating and its cost. */
export function ConversationPanel({ tenantId, conversation, steps, onClose }: ConversationPanelProps) {
  const { data, isError, isFetching, refetch } = useConversation(tenantId, conversation.id)
  const [isDeleting, setDeleting] = useState(false)
  const remove = useDeleteConversation(tenantId, onClose)
  return (
    <SidePanel
      {...steps}
      onClose={onClose}
      title={conversation.title}
      description={`${askerOf(conversation)}, ${formatDateTime(conversation.at)}`}
      footer={
        <Button tone="danger" variant="ghost" onClick={() => setDeleting(true)}>
          Delete
        </Button>
      }
    >
      {isError ? (
        <FailedRow
          message="The conversation could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <div className="flex flex-col gap-6">
          <Facts
            rows={[
              ['Tokens', data.tokens.toLocaleString('en-US')],
              ['Cost', costText(data.cost)],
            ]}
          />
          <ol className="flex flex-col gap-6">
            {data.turns.map((turn) => (
              <TurnView key={turn.id} turn={turn} />
            ))}
          </ol>
        </div>
      ) : (
        <RowsSkeleton rows={5} />
      )}
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title="Delete this conversation?"
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        onConfirm={() => remove.mutate(conversation.id)}
      >
        Its visitor can no longer read it, either. What it cost stays in your budget. This action cannot be
        undone.
      </ConfirmDialog>
    </SidePanel>
  )
}

const PROBLEMS: Record<NonNullable<PromptMessage['problem']>, string> = {
  model_busy: 'The provider limited requests.',
  model_slow: 'The model did not respond in time.',
  model_down: 'The provider could not be reached.',
  model_broken: 'The answer ended in the middle.',
  model_refused: 'The provider refused the key or the model.',
}

function TurnView({ turn }: { turn: Turn }) {
  const { question, answer, state, problem, citations, rating, comment, tokens, cost } = turn
  return (
    <li className="flex flex-col gap-3">
      <p className="max-w-[85%] self-end rounded-card bg-accent-soft px-4 py-2.5 whitespace-pre-line wrap-anywhere">
        {question}
      </p>
      <div className="flex flex-col gap-2 wrap-anywhere [&_li]:ms-5 [&_li]:list-disc">
        {answer ? (
          <AnswerText text={answer} cited={[]} onCite={() => undefined} citeLabel={String} />
        ) : state === 'refused' ? (
          <p>It said that it has no answer to this.</p>
        ) : null}
        {problem ? <p className="text-danger-text">{PROBLEMS[problem]}</p> : null}
      </div>
      {citations.length > 0 ? (
        <ul aria-label="Sources" className="flex flex-col gap-1 text-small text-text-2">
          {citations.map(({ number, title, url }) => (
            <li key={number} className="wrap-anywhere">
              [{number}]{' '}
              {url ? (
                <a className="link" href={url} target="_blank" rel="noreferrer">
                  {title}
                </a>
              ) : (
                title
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-text-3">
        <TurnState state={state} />
        {rating === 1 ? <Badge icon={<ThumbsUp size={12} aria-hidden />}>Helpful</Badge> : null}
        {rating === -1 ? <Badge icon={<ThumbsDown size={12} aria-hidden />}>Not helpful</Badge> : null}
        {tokens > 0 ? (
          <span className="tabular-nums">
            {tokens.toLocaleString('en-US')} tokens{cost === null ? '' : `, ${costText(cost)}`}
          </span>
        ) : null}
      </p>
      {comment ? <blockquote className="border-s-2 border-line ps-3">{comment}</blockquote> : null}
    </li>
  )
}

function TurnState({ state }: { state: Turn['state'] }) {
  if (state === 'refused') return <Badge dot="warn">Refused</Badge>
  if (state === 'failed') return <Badge dot="danger">Failed</Badge>
  if (state === 'stopped') return <Badge dot="neutral">Stopped by the visitor</Badge>
  return state === 'passages' ? <Badge dot="neutral">Passages, no model</Badge> : null
}
