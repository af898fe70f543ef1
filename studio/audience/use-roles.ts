import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { changeRoleMembers, listRoles } from '#features/people/endpoints.ts'
import { toast } from '#ui/toasts/toast.ts'
import { call } from '../data/api.ts'
import { db, rowsOf } from '../data/data.ts'

/** The prefix of all query keys of a tenant's roles. */
export const rolesKey = (tenantId: string) => ['roles', tenantId]

/** The roles of the tenant's members, by name. */
export const useRoles = (tenantId: string) =>
  useQuery({
    queryKey: rolesKey(tenantId),
    queryFn: async () => (await call(listRoles, { tenantId })).roles,
  })

/** The roles that a member has, by name. */
export const useMemberRoles = (tenantId: string, memberId: string) =>
  useQuery({
    queryKey: [...rolesKey(tenantId), 'of', memberId],
    queryFn: async () => {
      const query = db
        .from('role_members')
        .select('role')
        .eq('tenant_id', tenantId)
        .eq('auth_user_id', memberId)
      return rowsOf<{ role: string }[]>(await query.order('role')).map(({ role }) => role)
    },
  })

export interface RoleChange {
  role: string
  give?: string[]
  take?: string[]
}

/** Maximum number of members per request. */
const BATCH = 1000

async function changeInBatches(tenantId: string, { role, give = [], take = [] }: RoleChange) {
  const sum = { given: 0, taken: 0 }
  for (let at = 0; at < Math.max(give.length, take.length, 1); at += BATCH) {
    const part = { give: give.slice(at, at + BATCH), take: take.slice(at, at + BATCH) }
    const { given, taken } = await call(changeRoleMembers, { tenantId, role, ...part })
    sum.given += given
    sum.taken += taken
  }
  return sum
}

/** Gives a role to members or takes it from them, any number of them. */
export function useChangeRoleMembers(
  tenantId: string,
  onDone?: (sum: { given: number; taken: number }) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: RoleChange) => changeInBatches(tenantId, change),
    onSuccess(sum, { role, give }) {
      toast.success(
        give ? `${role} given to ${membersText(sum.given)}` : `${role} taken from ${membersText(sum.taken)}`,
      )
      onDone?.(sum)
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The role could not be changed')),
    // Earlier batches count even if a later one failed.
    onSettled: () => queries.invalidateQueries({ queryKey: rolesKey(tenantId) }),
  })
}

export const membersText = (count: number): string =>
  count === 1 ? '1 member' : `${count.toLocaleString('en-US')} members`
