import { type ComponentType, Suspense, useEffect } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { type LeaveQuestion, useLeaveQuestion } from './unsaved-work.ts'
import { loadQuestion } from '../unsaved.ts'

// Where its code did not arrive, the browser's own question is better than none.
const LeaveDialog = lazy<ComponentType<{ question: LeaveQuestion }>>(() =>
  loadQuestion().catch(() => ({ default: BrowserQuestion })),
)

/** Stands once beside the screens, and shows the question of `mayLeave`. */
export function LeaveHost() {
  const question = useLeaveQuestion()
  if (!question) return null
  return (
    <Suspense>
      <LeaveDialog question={question} />
    </Suspense>
  )
}

function BrowserQuestion({ question }: { question: LeaveQuestion }) {
  // oxlint-disable-next-line no-alert -- the window that asks could not be loaded
  useEffect(() => question.answer(confirm(`${question.words} Discard changes?`)), [question])
  return null
}
