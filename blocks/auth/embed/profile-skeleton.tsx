import '#ui/base/skeleton.css'
import { texts } from './texts/spoken.ts'

/**
 * The card's shape while the session is unknown. Sizes live in the style sheet, because a strict policy
 * blocks inline styles.
 */
export const ProfileSkeleton = () => (
  <>
    <p className="auth-title">{texts.loading}</p>
    <div className="profile-head" aria-hidden="true">
      <span className="profile-mark" />
      <div>
        <span className="bb-skeleton" />
        <span className="bb-skeleton" />
      </div>
    </div>
    <div className="profile-facts" aria-hidden="true">
      <span className="bb-skeleton" />
    </div>
    <div className="auth-row" aria-hidden="true">
      <span className="bb-skeleton" />
      <span className="bb-skeleton" />
    </div>
  </>
)
