import { useSyncExternalStore } from 'react'
import type { NavigationTarget } from './guarded-history.ts'

/** Input that the user has not saved. */
export interface UnsavedWork {
  /** A sentence that says what would be lost. */
  message: string
  /** Returns true for URLs at which the input stays on the screen. */
  isKeptAt: (next: NavigationTarget) => boolean
}

/** The question on the screen. */
export interface LeaveQuestion {
  message: string
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
export function registerUnsavedWork(work: UnsavedWork): () => void {
  unsavedWork.add(work)
  watchClosing()
  return () => discard([work])
}

/**
 * Returns whether the user may navigate to `next`, or sign out if `next` is missing. It is true if nothing
 * would be lost, otherwise a promise of the user's answer. A yes discards the unsaved work, so there is no
 * second question.
 */
export function confirmLeave(next?: NavigationTarget): true | Promise<boolean> {
  const lost = [...unsavedWork].filter((work) => !next || !work.isKeptAt(next))
  if (lost.length === 0) return true
  question?.answer(false)
  return new Promise((resolve) => {
    show({
      message: lost[0]!.message,
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
