import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import * as endpoints from '../endpoints-studio.ts'
import type { StudioTeam, Team } from '../endpoints-studio.ts'

/** Members join and leave on the site, so the list polls while it is visible. */
const POLL_MS = 15_000
const MAX_ROWS = 100

const teamsKey = (tenantId: string) => ['teams', tenantId]
const teamKey = (tenantId: string, teamId: string) => [...teamsKey(tenantId), 'one', teamId]

async function read(tenantId: string, q: string, shown: number): Promise<{ teams: Team[]; more: boolean }> {
  const teams: Team[] = []
  let cursor: string | undefined
  do {
    const limit = Math.min(shown - teams.length, MAX_ROWS)
    const page = await call(endpoints.listTeams, { tenantId, q: q || undefined, limit, cursor })
    teams.push(...page.teams)
    cursor = page.next ?? undefined
  } while (cursor && teams.length < shown)
  return { teams, more: cursor !== undefined }
}

/** Teams of the tenant, newest first. */
export function useTeams(tenantId: string, q: string, shown: number) {
  return useQuery({
    queryKey: [...teamsKey(tenantId), 'list', q, shown],
    queryFn: () => read(tenantId, q, shown),
    refetchInterval: POLL_MS,
    placeholderData: (rows, before) =>
      before?.queryKey[1] === tenantId && before.queryKey[3] === q ? rows : undefined,
  })
}

export function useTeam(tenantId: string, teamId: string) {
  return useQuery({
    queryKey: teamKey(tenantId, teamId),
    queryFn: () => call(endpoints.readTeam, { tenantId, teamId }),
    refetchInterval: POLL_MS,
    retry: (failures, error) => !(error instanceof CallError && error.status < 500) && failures < 2,
  })
}

export const useTeamSettings = (tenantId: string) =>
  useQuery({
    queryKey: [...teamsKey(tenantId), 'settings'],
    queryFn: () => call(endpoints.readTeamSettings, { tenantId }),
  })

export function useChangeTeamSettings(tenantId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (members_create: boolean) => call(endpoints.changeTeamSettings, { tenantId, members_create }),
    onSuccess: (settings) => queries.setQueryData([...teamsKey(tenantId), 'settings'], settings),
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to save the setting')),
  })
}

export function useCreateTeam(tenantId: string, onDone: (teamId: string) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ name, email }: { name: string; email: string }) =>
      call(endpoints.createTeam, { tenantId, name, ...(email ? { admin_email: email } : {}) }),
    onSuccess(team) {
      queries.setQueryData(teamKey(tenantId, team.id), team)
      void queries.invalidateQueries({ queryKey: [...teamsKey(tenantId), 'list'] })
      toast.success(`${team.name} was created`)
      onDone(team.id)
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to create the team')),
  })
}

/** A change of one team: each call returns the team as it is then. */
export function useChangeTeam(tenantId: string, teamId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: (of: { tenantId: string; teamId: string }) => Promise<StudioTeam>) =>
      change({ tenantId, teamId }),
    onSuccess(team) {
      queries.setQueryData(teamKey(tenantId, teamId), team)
      void queries.invalidateQueries({ queryKey: [...teamsKey(tenantId), 'list'] })
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to change the team')),
  })
}

export function useDeleteTeam(tenantId: string, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (teamId: string) => call(endpoints.deleteTeam, { tenantId, teamId }),
    onSuccess() {
      void queries.invalidateQueries({ queryKey: [...teamsKey(tenantId), 'list'] })
      toast.success('The team was deleted')
      onDone()
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to delete the team')),
  })
}
