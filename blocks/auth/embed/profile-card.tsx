import type { ReactNode } from 'react'
import type { EmbedUser } from '#kernel/browser/embed-page.ts'
import { month } from '#kernel/browser/local.ts'
import { Badge } from '#ui/base/badge.tsx'
import { initials } from '#ui/base/initials.ts'
import { displayName } from './display-name.ts'
import { useFocusedHeading } from './focus-heading.ts'
import { texts } from './texts/spoken.ts'

export interface ProfileCardProps {
  user: Omit<EmbedUser, 'id'>
  /** The user is the sample shown to signed-out visitors. */
  sample?: boolean
  /** The visitor came here from another view of this block. */
  moved: boolean
  /** Buttons that open what the user has in other blocks. */
  parts?: ReactNode
  /** The buttons below the profile. */
  children: ReactNode
}

/** Shows the user's name, email, whether it is verified, and when they joined. */
export function ProfileCard({ user, sample, moved, parts, children }: ProfileCardProps) {
  const heading = useFocusedHeading(moved)
  // Without a name, show the address: "User" beside it would add nothing.
  const name = user.name ?? user.email ?? displayName(user)
  const copy = texts.profile
  return (
    <>
      <div className="profile-head">
        <span className="profile-mark" aria-hidden="true">
          {initials(name)}
        </span>
        <div>
          <h2 {...heading}>
            <bdi>{name}</bdi>
          </h2>
          {user.name && user.email ? (
            <p>
              <bdi>{user.email}</bdi>
            </p>
          ) : null}
        </div>
        {parts}
      </div>
      <div className="profile-facts">
        {user.email ? (
          <Badge tone={user.verified ? 'ok' : 'neutral'} icon={user.verified ? <Tick /> : null}>
            {user.verified ? copy.verified : copy.unverified}
          </Badge>
        ) : null}
        {sample ? <Badge tone="outline">{copy.sample}</Badge> : null}
        {user.since ? (
          <p>
            <time dateTime={user.since}>{copy.since(month(user.since))}</time>
          </p>
        ) : null}
      </div>
      {children}
    </>
  )
}

const Tick = () => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden="true">
    <circle cx="12" cy="12" r="9" />
    <path strokeLinecap="round" strokeLinejoin="round" d="m8.5 12.2 2.4 2.4 4.6-5" />
  </svg>
)
