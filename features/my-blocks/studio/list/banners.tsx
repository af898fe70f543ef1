import { Blocks, Clock, X } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useAccess } from '#studio/plan/use-access.ts'
import { useBilling } from '#studio/plan/use-billing.ts'
import { planPriceText } from '#studio/plan/plan-price.ts'
import { useAuth } from '#studio/session/session.tsx'
import { Note } from '#ui/base/note.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import { Card } from '#ui/base/card.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { inBrowser, readStored, writeStored } from '../stored.ts'
import { trialText } from './trial-text.ts'

export const BILLING = '/bolt/studio/billing'

/** Notices above the list: the trial, a message for links that lead here, or a welcome. */
export function Banners() {
  const [query] = useSearchParams()
  const { data: access } = useAccess()
  if (!access) return null
  const trial = access.status === 'trialing' && !access.dayPass
  const live = query.get('env') === 'live'
  // Anyone can craft an address, so its message is shown only when the server confirms it.
  const paid = query.get('success') === 'true' && ['active', 'trialing', 'past_due'].includes(access.status)
  if (!trial && !live && !paid) return <Welcome />
  return (
    <div className="mb-6 flex flex-col gap-3">
      {paid ? <Notice tone="ok">Your subscription is active</Notice> : null}
      {trial ? <TrialBanner ends={access.trial_end} /> : null}
      {live ? <Notice>Environment is live</Notice> : null}
    </div>
  )
}

function TrialBanner({ ends }: { ends: string | null }) {
  const held = useBilling().data?.held
  const [now] = useState(() => Date.now())
  const words =
    held && ends
      ? trialText(
          {
            plan: held.name,
            price: planPriceText(held),
            ends,
            canceled: held.cancel_at !== null,
          },
          now,
        )
      : ''
  return (
    <Note
      icon={<Clock size={18} strokeWidth={1.75} />}
      action={
        <Link {...buttonStyle({ size: 'small' })} to={BILLING}>
          Manage Billing
        </Link>
      }
    >
      <span className="mr-2 font-semibold">Free trial</span>
      <span className="text-text-2">{words}</span>
    </Note>
  )
}

const welcomeKey = (userId: string) => `bb:blocks-welcomed:${userId}`

/** Introduces the page until the user closes it. */
function Welcome() {
  const { user } = useAuth()
  const key = welcomeKey(user!.id)
  const [gone, setGone] = useState(() => readStored(inBrowser, key) === true)
  if (gone) return null
  return (
    <section aria-label="Welcome" className="mb-6">
      <Card className="flex items-start gap-4 p-5 max-md:p-4">
        <Blocks size={22} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-accent-text" />
        <div className="min-w-0 flex-1">
          <h2 className="text-subheading">Welcome to My Blocks</h2>
          <p className="mt-0.5 max-w-[96ch] text-text-2">
            Write a block once and paste its tag into any page. When you change it here, every page shows the
            new version.
          </p>
        </div>
        <IconButton
          label="Close"
          icon={<X size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => {
            writeStored(inBrowser, key, true)
            setGone(true)
          }}
        />
      </Card>
    </section>
  )
}
