import { useSyncExternalStore } from 'react'
import type { Place } from './guarded-history.ts'

/** Input that the user has not saved. */
export interface UnsavedWork {
  /** A sentence that says what would be lost. */
  words: string
  /** Returns true for URLs at which the input stays on the screen. */
  keptAt: (next: Place) => boolean
}

/** The question on the screen. */
export interface LeaveQuestion {
  words: string
  answer: (leave: boolean) => void
}

const unsavedWork = new Set<UnsavedWork>()
const watchers = new Set<() => void>()
let question: LeaveQuestion | undefined

function show(next: LeaveQuestion | undefined) {
  question = next
  for (const onChange of watchers) onChange()
}

function askOnClose(event: BeforeUnloadEvent) {
  event.preventDefault()
}

/** While there is unsaved work, makes the browser ask before it closes or reloads the page. */
function watchClosing() {
  if (unsavedWork.size > 0) globalThis.addEventListener?.('beforeunload', askOnClose)
  else globalThis.removeEventListener?.('beforeunload', askOnClose)
}

function discard(discarded: readonly UnsavedWork[]) {
  for (const work of discarded) unsavedWork.delete(work)
  watchClosing()
}

/** Registers unsaved work, so that leaving asks first. @returns a function that unregisters it */
export function holdWork(work: UnsavedWork): () => void {
  unsavedWork.add(work)
  watchClosing()
  return () => discard([work])
}

/**
 * Returns whether the user may navigate to `next`, or sign out if `next` is missing. It is true if nothing
 * would be lost, otherwise a promise of the user's answer. A yes discards the unsaved work, so there is no
 * second question.
 */
export function mayLeave(next?: Place): true | Promise<boolean> {
  const lost = [...unsavedWork].filter((work) => !next || !work.keptAt(next))
  if (lost.length === 0) return true
  question?.answer(false)
  return new Promise((resolve) => {
    show({
      words: lost[0]!.words,
      answer(leave) {
        show(undefined)
        if (leave) discard(lost)
        resolve(leave)
      },
    })
  })
}

function watch(onChange: () => void) {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

/** Returns the question to show, if any. */
export const useLeaveQuestion = () => useSyncExternalStore(watch, currentQuestion)
export const currentQuestion = () => question
