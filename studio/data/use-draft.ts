import { useCallback, useEffect, useRef, useState } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { useAuth } from '../session/session-context.ts'
import { readDraft, saveDraft, deleteDraft } from './storage.ts'

/**
 * Saves a form's input as a draft that survives reloads of the tab, until the form is submitted or the user
 * signs out. Other users of the browser never see it.
 *
 * @param name the form's name; there is one draft per name
 * @param allowed validates a stored draft, because storage is untrusted; returns undefined to discard it
 * @returns a function that deletes the draft; call it after submitting
 */
export function useDraft<F extends FieldValues>(
  name: string,
  form: UseFormReturn<F>,
  allowed: (stored: unknown) => F | undefined,
): () => void {
  const { reset, control, formState } = form
  const { user } = useAuth()
  // The user when the form opened. The draft stays theirs even if someone else signs in meanwhile.
  const [owner] = useState(user?.id)
  const typed = useWatch({ control })
  const state = useRef<'new' | 'open' | 'sent'>('new')

  useEffect(() => {
    const stored = allowed(readDraft(sessionStorage, name, owner))
    if (stored) reset(stored, { keepDefaultValues: true })
    state.current = 'open'
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read once, when the form appears
  }, [])

  useEffect(() => {
    if (owner && state.current === 'open' && formState.isDirty) saveDraft(sessionStorage, name, owner, typed)
  }, [name, owner, typed, formState.isDirty])

  return useCallback(() => {
    state.current = 'sent'
    deleteDraft(sessionStorage, name)
  }, [name])
}
