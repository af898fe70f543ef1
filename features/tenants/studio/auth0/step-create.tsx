import { ArrowUpRight } from 'lucide-react'
import { Notice } from '#ui/notice.tsx'

/** Instructions for creating the Auth0 application, which only its owner can do. */
export const StepCreate = () => (
  <>
    <ol className="flex list-decimal flex-col gap-2 pl-5 marker:text-text-3">
      <li>
        Open the{' '}
        <a
          className="inline-flex items-center gap-1 rounded-badge font-medium text-accent-text hover:underline"
          href="https://manage.auth0.com/"
          target="_blank"
          rel="noopener"
        >
          Auth0 Dashboard
          <ArrowUpRight size={14} strokeWidth={1.75} aria-hidden />
        </a>{' '}
        and open Applications, in the menu of the same name.
      </li>
      <li>Press Create Application and give it the name that your visitors know you by.</li>
      <li>
        Choose <strong>Single Page Application</strong> and press Create.
      </li>
    </ol>
    <Notice>
      It must be a Single Page Application. Visitors sign in from the browser, which Auth0 does not allow for
      a Regular Web Application.
    </Notice>
  </>
)
