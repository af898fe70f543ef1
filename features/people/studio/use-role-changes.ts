import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { rolesKey } from '#studio/audience/use-roles.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import { type Role, changeRole, createRole, deleteRole, findMembers } from '../endpoints.ts'
import { type MemberLine, readMemberList } from './read-member-list.ts'

/** Runs a change of the tenant's roles and refetches them; `failure` is the title without a connection. */
function useRoleChange<Wish>(
  tenantId: string,
  run: (wish: Wish) => Promise<unknown>,
  failure: string,
  onDone: () => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: run,
    async onSuccess() {
      // A renamed role is renamed in the rules of audiences.
      await Promise.all(
        [rolesKey(tenantId), ['audiences', tenantId]].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
      onDone()
    },
    onError: (error) => toast.error('Error', callErrorText(error, failure)),
  })
}

export interface RoleDraft {
  name: string
  is_default: boolean
}

/** Creates a role, or changes `role`. */
export const useSaveRole = (tenantId: string, role: string | undefined, onDone: () => void) =>
  useRoleChange(
    tenantId,
    (draft: RoleDraft) =>
      role === undefined
        ? call(createRole, { tenantId, ...draft })
        : call(changeRole, { tenantId, role, ...draft }),
    'The role could not be saved',
    onDone,
  )

export const useDeleteRole = (tenantId: string, onDone: () => void) =>
  useRoleChange(
    tenantId,
    ({ name }: Role) => call(deleteRole, { tenantId, role: name }),
    'The role could not be deleted',
    onDone,
  )

/** Maximum number of keys per request. */
const BATCH = 1000

export interface MatchedList {
  members: { id: string; email: string; line: number }[]
  /** Lines that give no one the role, and why. */
  problems: { line: number; text: string; problem: string }[]
}

/** Reads a list of addresses or ids, and finds the members. */
export const useMatchedList = (tenantId: string, text: string) =>
  useQuery({
    queryKey: ['member-list', tenantId, text],
    enabled: text.trim() !== '',
    gcTime: 0,
    queryFn: () => matchLines(tenantId, readMemberList(text)),
  })

async function matchLines(tenantId: string, lines: readonly MemberLine[]): Promise<MatchedList> {
  const list: MatchedList = { members: [], problems: [] }
  const keyed = lines.filter((line) => 'key' in line)
  const found = new Map<string, { id: string; email: string }>()
  for (let at = 0; at < keyed.length; at += BATCH) {
    const keys = keyed.slice(at, at + BATCH).map(({ key }) => key)
    for (const { key, ...member } of (await call(findMembers, { tenantId, keys })).members)
      found.set(key, member)
  }
  const named = new Map<string, number>()
  for (const each of lines) {
    const member = 'key' in each ? found.get(each.key) : undefined
    const before = member && named.get(member.id)
    if ('problem' in each) list.problems.push(each)
    else if (!member)
      list.problems.push({ line: each.line, text: each.key, problem: 'No member has this email or ID' })
    else if (before !== undefined)
      list.problems.push({ line: each.line, text: each.key, problem: `The same member as line ${before}` })
    else {
      named.set(member.id, each.line)
      list.members.push({ ...member, line: each.line })
    }
  }
  return list
}
