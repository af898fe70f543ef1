import { Avatar } from '#ui/avatar.tsx'
import { INDUSTRIES, type ProfileForm, ROLES } from './profile-form.ts'

const labelOf = (choices: readonly { value: string; label: string }[], value: string) =>
  value ? choices.find((choice) => choice.value === value)?.label : undefined

/** A preview of the profile while it is edited. */
export function NameCard({ profile }: { profile: ProfileForm }) {
  const work = [labelOf(ROLES, profile.role), profile.company.trim()].filter(Boolean).join(' at ')
  return (
    <div aria-hidden="true" className="rounded-card bg-subtle p-6 max-lg:hidden">
      <Avatar name={profile.display_name || 'You'} round />
      <p className="mt-4 text-subheading wrap-anywhere">{profile.display_name.trim() || 'Your name'}</p>
      <p className="mt-0.5 wrap-anywhere text-text-2">{work || 'What you do'}</p>
      <p className="mt-4 border-t border-line pt-4 text-small text-text-3">
        {labelOf(INDUSTRIES, profile.industry) ?? 'Your industry'}
      </p>
    </div>
  )
}
