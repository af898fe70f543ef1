import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, Navigate } from 'react-router'
import { useAccess } from '#studio/plan/use-access.ts'
import { db, rowsOf } from '#studio/data/data.ts'
import { useAuth } from '#studio/session/session.tsx'
import { useTenants } from '#studio/tenant/tenants.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { SpinnerScreen } from '#ui/spinner-screen.tsx'
import { nextStep } from './next-step.ts'

/**
 * `/bolt`: redirects creators to their next step, and shows visitors how to start.
 * @param kinds what visitors can add to their sites
 */
export function Gate({ kinds }: { kinds: ReactNode }) {
  const { loading, user } = useAuth()
  if (loading) return <SpinnerScreen label="Loading..." />
  return user ? <NextStep userId={user.id} /> : <Hero kinds={kinds} />
}

function NextStep({ userId }: { userId: string }) {
  const access = useAccess()
  const tenants = useTenants()
  const onboarded = useQuery({
    queryKey: ['onboarded', userId],
    queryFn: async () =>
      rowsOf<{ onboarding_complete: boolean }[]>(
        await db.from('bolt_profiles').select('onboarding_complete').eq('user_id', userId),
      )[0]?.onboarding_complete === true,
  })
  const parts = [access, tenants, onboarded]
  if (access.data && tenants.data && onboarded.data !== undefined) {
    const progress = {
      onboarded: onboarded.data,
      active: access.data.active,
      tenants: tenants.data.length,
    }
    return <Navigate to={nextStep(progress)} replace />
  }
  if (parts.some(({ isError }) => isError))
    return (
      <FailedRow
        message="Your account could not be loaded."
        busy={parts.some(({ isFetching }) => isFetching)}
        onRetry={() => parts.forEach(({ isError, refetch }) => isError && void refetch())}
      />
    )
  return <SpinnerScreen label="Loading..." />
}

function Hero({ kinds }: { kinds: ReactNode }) {
  return (
    <div className="py-6 max-md:py-4">
      <h1 className="max-w-[22ch] text-section max-md:text-section-phone">
        Blocks for the site you already have
      </h1>
      <p className="mt-4 max-w-[56ch] text-lead-large text-text-2">
        This is where you manage your blocks: <span className="whitespace-nowrap">sign-in</span>, payments and
        the content you create in My Blocks, each with one script tag. Start on the Free plan, no card needed.
      </p>
      <div className="mt-7 flex flex-wrap gap-3 max-sm:grid">
        <Link {...buttonStyle({ variant: 'primary', size: 'large' })} to="/auth?next=%2Fbolt#sign-up">
          Get Started
        </Link>
        <Link {...buttonStyle({ size: 'large' })} to="/auth?next=%2Fbolt">
          Sign in to continue
        </Link>
        <Link {...buttonStyle({ variant: 'ghost', size: 'large' })} to="/pricing">
          See plans
        </Link>
      </div>
      <section aria-labelledby="gate-blocks" className="mt-12 max-md:mt-10">
        <h2 id="gate-blocks" className="mb-4 text-heading">
          Blocks you can add to your site
        </h2>
        {kinds}
      </section>
    </div>
  )
}
