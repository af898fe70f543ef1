import { Card } from '#ui/base/card.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { formOfRow } from './profile-form.ts'
import { ProfileFields } from './profile-fields.tsx'
import { useProfile } from './use-profile.ts'

/** `/bolt/onboarding`: the creator's profile, filled in with the stored one. */
export default function ProfileScreen() {
  const { data, isError, isFetching, refetch } = useProfile()
  return (
    <>
      <PageHead
        title="Welcome! What should we call you?"
        text="Only your name is required. You can add the rest later."
      />
      {data !== undefined ? (
        <ProfileFields stored={formOfRow(data ?? undefined)} />
      ) : isError ? (
        <FailedRow
          message="Your profile could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Card className="max-w-[720px] p-6">
          <RowsSkeleton />
        </Card>
      )}
    </>
  )
}
