import { useCallback, useEffect, useRef, useState } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { useAuth } from './session-context.ts'
import { readDraft, keepDraft, dropDraft } from './storage.ts'

/**
 * Keeps what is typed into a form through reloads of its tab, until it is sent or the person signs out; nobody else
 * meets it.
 *
 * @param name of the form; one draft a name
 * @param allowed reads what was kept: anybody can have written there. Undefined is no draft
 * @returns forgets it; call it when the form was sent
 */
export function useDraft<F extends FieldValues>(
  name: string,
  form: UseFormReturn<F>,
  allowed: (kept: unknown) => F | undefined,
): () => void {
  const { reset, control, formState } = form
  const { user } = useAuth()
  // Whoever the form appeared for: what is typed stays theirs if somebody else signs in meanwhile.
  const [owner] = useState(user?.id)
  const typed = useWatch({ control })
  const state = useRef<'new' | 'open' | 'sent'>('new')

  useEffect(() => {
    const kept = allowed(readDraft(sessionStorage, name, owner))
    if (kept) reset(kept, { keepDefaultValues: true })
    state.current = 'open'
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read once, when the form appears
  }, [])

  useEffect(() => {
    if (owner && state.current === 'open' && formState.isDirty) keepDraft(sessionStorage, name, owner, typed)
  }, [name, owner, typed, formState.isDirty])

  return useCallback(() => {
    state.current = 'sent'
    dropDraft(sessionStorage, name)
  }, [name])
}
