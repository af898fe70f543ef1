import { useEffect, useState } from 'react'
import { useAuth } from '../session/session.tsx'
import { deleteDraft, readDraft, saveDraft } from './storage.ts'

const DELAY_MS = 800

/** What this browser stores of a document that is not saved. */
interface LocalDraft<T> {
  draft: T
  /** The stored revision that it was typed over; 0 for a new document. */
  revision: number
  /** ISO 8601. */
  at: string
}

/**
 * Stores unsaved input in this browser, so that a crash or a closed window loses nothing. Signing out deletes it.
 * @param name of the document
 * @param changed the input; undefined while nothing is unsaved
 * @param isDraft whether stored input has the fields that this release expects
 */
export function useLocalDraft<T extends object>(
  name: string,
  changed: T | undefined,
  revision: number,
  isDraft: (stored: object) => stored is T,
) {
  const owner = useAuth().user?.id
  const [found, setFound] = useState(() => readLocal(name, owner, isDraft))

  useEffect(() => {
    if (!changed || !owner) return undefined
    const timer = setTimeout(() => {
      const local: LocalDraft<T> = { draft: changed, revision, at: new Date().toISOString() }
      saveDraft(localStorage, name, owner, local)
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [changed, name, owner, revision])

  return {
    /** Of an earlier visit. */
    found,
    /** The input is saved, or not wanted any more. */
    forget: (): void => {
      setFound(undefined)
      deleteDraft(localStorage, name)
    },
    /** It is in the form now, and is stored again from there. */
    taken: (): void => setFound(undefined),
  }
}

function readLocal<T extends object>(
  name: string,
  owner: string | undefined,
  isDraft: (stored: object) => stored is T,
): LocalDraft<T> | undefined {
  const { draft, revision, at } = (readDraft(localStorage, name, owner) ?? {}) as Partial<LocalDraft<object>>
  return draft && isDraft(draft) && typeof revision === 'number' && typeof at === 'string'
    ? { draft, revision, at }
    : undefined
}
