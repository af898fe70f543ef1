import { Link } from 'react-router'
import { PageHead } from '#ui/page-head.tsx'

/** The head of the list of tables, which says where databases elsewhere are connected. */
export function OverviewHead({ hasConnect }: { hasConnect: boolean }) {
  return (
    <PageHead
      title="Tables"
      text={
        <>
          What your forms collect and your lists show.
          {hasConnect ? (
            <>
              {' '}
              A database that you already have is under{' '}
              <Link className="underline" to="/studio/connect/databases">
                Connect, Databases
              </Link>
              .
            </>
          ) : null}
        </>
      }
    />
  )
}
