import { useSyncExternalStore } from 'react'
import type { Place } from './guarded-history.ts'

/** Something that somebody typed and did not save. */
export interface UnsavedWork {
  /** What would be lost, as a sentence. */
  words: string
  /** True for addresses at which it stays on the screen. */
  keptAt: (next: Place) => boolean
}

/** The question that stands on the screen. */
export interface LeaveQuestion {
  words: string
  answer: (leave: boolean) => void
}

const works = new Set<UnsavedWork>()
const watchers = new Set<() => void>()
let question: LeaveQuestion | undefined

function show(next: LeaveQuestion | undefined) {
  question = next
  for (const onChange of watchers) onChange()
}

function askOnClose(event: BeforeUnloadEvent) {
  event.preventDefault()
}

/** A browser asks in its own words before it closes or reloads a page that says so. */
function watchClosing() {
  if (works.size > 0) globalThis.addEventListener?.('beforeunload', askOnClose)
  else globalThis.removeEventListener?.('beforeunload', askOnClose)
}

function drop(gone: readonly UnsavedWork[]) {
  for (const work of gone) works.delete(work)
  watchClosing()
}

/** Keeps the person at their work until it is taken off again. @returns takes it off */
export function holdWork(work: UnsavedWork): () => void {
  works.add(work)
  watchClosing()
  return () => drop([work])
}

/**
 * Whether the person may go to another address, or (without one) out of the Studio: true where nothing would be
 * lost, else their own answer. Who says yes gives up what they typed, and is not asked about it again.
 */
export function mayLeave(next?: Place): true | Promise<boolean> {
  const lost = [...works].filter((work) => !next || !work.keptAt(next))
  if (lost.length === 0) return true
  question?.answer(false)
  return new Promise((resolve) => {
    show({
      words: lost[0]!.words,
      answer(leave) {
        show(undefined)
        if (leave) drop(lost)
        resolve(leave)
      },
    })
  })
}

function watch(onChange: () => void) {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

/** The question to show; undefined while there is none. */
export const useLeaveQuestion = () => useSyncExternalStore(watch, currentQuestion)
export const currentQuestion = () => question
