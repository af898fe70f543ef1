import '../card.css'
import './person-card.css'
import { classNames } from '../class-names.ts'
import { initials } from '../initials.ts'
import { FactList } from './fact-list.tsx'

export interface PersonCardProps {
  /** `row` has no card surface; the page's background shows. */
  layout: 'card' | 'row'
  /** Whether to show a circle with the initials. */
  avatar: boolean
  name: string
  /** An empty string hides the field; the same goes for `name` and `bio`. */
  email: string
  bio: string
  facts: readonly { label: string; value: string }[]
}

const ADDRESS = /^[^\s@<>?&]+@[^\s@<>?&]+$/

/** A profile: initials, name, email, bio and further facts. */
export function PersonCard({ layout, avatar, name, email, bio, facts }: PersonCardProps) {
  return (
    <div className={classNames('bb-card', 'bb-person')} data-layout={layout} dir="auto">
      {name || email ? (
        <div className="bb-person-head">
          {avatar ? (
            <span className="bb-person-mark" aria-hidden="true">
              {initials(name || email)}
            </span>
          ) : null}
          <div>
            {name ? <h2>{name}</h2> : null}
            {email ? (
              <p>{ADDRESS.test(email) ? <a href={`mailto:${encodeURI(email)}`}>{email}</a> : email}</p>
            ) : null}
          </div>
        </div>
      ) : null}
      {bio ? <p>{bio}</p> : null}
      {facts.length > 0 ? <FactList facts={facts} /> : null}
    </div>
  )
}
