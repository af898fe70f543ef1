import { type ComponentType, Suspense, useEffect } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { type LeaveQuestion, useLeaveQuestion } from './unsaved-work.ts'
import { loadQuestion } from '../data/use-unsaved.ts'

// If the dialog's code fails to load, fall back to the browser's confirm().
const LeaveDialog = lazy<ComponentType<{ question: LeaveQuestion }>>(() =>
  loadQuestion().catch(() => ({ default: BrowserConfirm })),
)

/** Shows the question of `confirmLeave`. Render it once, next to the screens. */
export function LeaveHost() {
  const question = useLeaveQuestion()
  if (!question) return null
  return (
    <Suspense>
      <LeaveDialog question={question} />
    </Suspense>
  )
}

function BrowserConfirm({ question }: { question: LeaveQuestion }) {
  // oxlint-disable-next-line no-alert -- the dialog could not be loaded
  useEffect(() => question.answer(confirm(`${question.message} Discard changes?`)), [question])
  return null
}
