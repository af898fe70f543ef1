import { Building2, LockKeyhole, Table2 } from 'lucide-react'
import { Link } from 'react-router'
import { useAuth } from '#studio/session/session.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { type PlaygroundAddress, isPublicKey } from './address.ts'
import { playgroundBlock } from './blocks.ts'

/** Shows what live mode still needs, and where to get it. */
export function LiveNeeds({ address, here }: { address: PlaygroundAddress; here: string }) {
  const { user } = useAuth()
  const { block, pk } = address
  return (
    <div className="rounded-control border border-line bg-surface px-5">
      {!isPublicKey(pk) ? (
        <EmptyState
          icon={<Building2 size={22} strokeWidth={1.75} aria-hidden />}
          title="No tenant chosen"
          text="Live mode shows a tenant's own content. Paste its public key, or use your newest tenant."
        />
      ) : playgroundBlock(block).isOneOfSeveral ? (
        <EmptyState
          icon={<Table2 size={22} strokeWidth={1.75} aria-hidden />}
          title="Forms and lists are previewed beside their tables"
          text="Look & embed of a table shows its forms and lists with your own rows, as visitors and members get them."
          actions={
            <Link
              {...buttonStyle({ variant: 'primary' })}
              to={user ? '/bolt/tables' : `/auth?next=${encodeURIComponent('/bolt/tables')}`}
            >
              Open Tables
            </Link>
          }
        />
      ) : block === 'paywall' ? (
        <EmptyState
          icon={<LockKeyhole size={22} strokeWidth={1.75} aria-hidden />}
          title="No block behind a sign-in or a plan yet"
          text="You make these in My Blocks; the newest one is shown here."
          actions={
            user ? (
              <Link {...buttonStyle({ variant: 'primary' })} to="/bolt/blocks">
                My Blocks
              </Link>
            ) : (
              <Link {...buttonStyle({ variant: 'primary' })} to={`/auth?next=${encodeURIComponent(here)}`}>
                Sign In
              </Link>
            )
          }
        />
      ) : null}
    </div>
  )
}
