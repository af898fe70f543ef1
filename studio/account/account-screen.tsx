import { PageHead } from '#ui/page-head.tsx'
import { AppsSection } from './apps-section.tsx'
import { ConnectedSection } from './connected-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TwoStepSection } from './two-step-section.tsx'

/** `/studio/account`: the user's profile and sign-in settings. */
export default function AccountScreen() {
  return (
    <div className="max-w-[920px]">
      <PageHead title="Account" text="Manage your profile, sign-in methods and sessions." />
      <ProfileSection />
      <PasswordSection />
      <TwoStepSection />
      <PasskeysSection />
      <ConnectedSection />
      <AppsSection />
      <SessionsSection />
      <DeleteSection />
    </div>
  )
}
