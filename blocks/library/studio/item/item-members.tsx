import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { call } from '#studio/data/api.ts'
import { listItemMembers, setCertificate } from '#blocks/library/endpoints-studio.ts'
import type { ItemMember, StaffItemWithBody } from '#blocks/library/endpoints-studio.ts'
import { Button } from '#ui/button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { toast } from '#ui/toasts/toast.ts'

/** Who started an item and who finished it, and the certificates of a course. */
export function ItemMembers({ tenantId, item }: { tenantId: string; item: StaffItemWithBody }) {
  const queries = useQueryClient()
  const queryKey = ['library-members', tenantId, item.id]
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: () => call(listItemMembers, { tenantId, itemId: item.id }),
  })
  const change = useMutation({
    mutationFn: (given: { certificateId: string; revoked: boolean }) =>
      call(setCertificate, { tenantId, ...given }),
    async onSuccess(_, { revoked }) {
      toast.success(revoked ? 'Certificate revoked' : 'Certificate is valid again')
      await queries.invalidateQueries({ queryKey })
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The certificate could not be changed.')),
  })
  return (
    <section aria-labelledby="item-members" className="mt-10">
      <h2 id="item-members" className="mb-3 text-subheading">
        Members
      </h2>
      {isError && !data ? (
        <FailedRow
          message="The members could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <ul className="divide-y divide-line rounded-card border border-line">
          {data.members.map((member) => (
            <li key={member.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere">{member.email ?? 'Member without an email'}</p>
                <p className="text-caption text-text-3">{progressText(member)}</p>
              </div>
              {member.certificate ? (
                <Certificate
                  certificate={member.certificate}
                  busy={change.isPending}
                  onChange={(revoked) => change.mutate({ certificateId: member.certificate!.id, revoked })}
                />
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <RowsSkeleton rows={3} />
      )}
    </section>
  )
}

function Certificate(props: {
  certificate: NonNullable<ItemMember['certificate']>
  busy: boolean
  onChange: (revoked: boolean) => void
}) {
  const { name, revoked_at: revokedAt } = props.certificate
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="text-small text-text-2">
        {revokedAt ? 'Certificate revoked' : 'Certificate for'} <bdi>{name}</bdi>
      </span>
      <Button
        size="small"
        variant="secondary"
        disabled={props.busy}
        aria-label={`${revokedAt ? 'Restore' : 'Revoke'} the certificate of ${name}`}
        onClick={() => props.onChange(revokedAt === null)}
      >
        {revokedAt ? 'Restore' : 'Revoke'}
      </Button>
    </div>
  )
}

const progressText = ({ started_at: started, finished_at: finished }: ItemMember): string =>
  finished ? `Finished ${formatDateTime(finished)}` : `Started ${formatDateTime(started)}`
