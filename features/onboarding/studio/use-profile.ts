import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { db, rowsOf } from '#studio/data/data.ts'
import { useAuth } from '#studio/session/session.tsx'
import { type ProfileForm, type ProfileRow, rowOfForm } from './profile-form.ts'

/**
 * The stored profile of the signed-in creator. `data` is undefined while loading and null without a profile.
 */
export function useProfile() {
  const { user } = useAuth()
  return useQuery({
    queryKey: ['account', user?.id, 'profile'],
    enabled: user !== null,
    // The form reads it once. A refetch must not overwrite what the user types.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () =>
      rowsOf<ProfileRow[]>(
        await db
          .from('bolt_profiles')
          .select('display_name, company, role, industry')
          .eq('user_id', user!.id),
      )[0] ?? null,
  })
}

/** Saves the profile and marks onboarding as complete. */
export function useSaveProfile() {
  const { user } = useAuth()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (form: ProfileForm) =>
      rowsOf(
        await db
          .from('bolt_profiles')
          .upsert({
            user_id: user!.id,
            ...rowOfForm(form),
            onboarding_complete: true,
            updated_at: new Date().toISOString(),
          })
          .select('user_id'),
      ),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['account'] }),
        queries.invalidateQueries({ queryKey: ['onboarded'] }),
      ]),
  })
}
