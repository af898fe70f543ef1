/** The sections of the tab: id of the heading, and its text. */
const SECTIONS = [
  { id: 'auth-ways', label: 'Ways to sign in' },
  { id: 'auth-social', label: 'Social login' },
  { id: 'auth-protection', label: 'Protection' },
  { id: 'auth-apps', label: 'Your own apps' },
  { id: 'auth-server', label: 'Members on your server' },
] as const

export interface AuthSectionsProps {
  /** Without a public key there are no samples for a server yet. */
  hasKey: boolean
  saving: 'idle' | 'pending' | 'success' | 'error'
}

const STATE: Record<AuthSectionsProps['saving'], string> = {
  idle: 'Changes are saved automatically.',
  pending: 'Saving...',
  success: 'All changes saved.',
  error: 'The last change was not saved.',
}

/** Links to the sections of a long tab, and whether its changes are saved. */
export function AuthSections({ hasKey, saving }: AuthSectionsProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <nav aria-label="Sections">
        <ul className="flex flex-wrap gap-x-1 gap-y-1 -mx-2">
          {SECTIONS.filter(({ id }) => hasKey || id !== 'auth-server').map(({ id, label }) => (
            <li key={id}>
              <button
                type="button"
                className="inline-flex min-h-8 cursor-pointer items-center rounded-control px-2 text-small font-label text-accent-text hover:bg-hover pointer-coarse:min-h-11"
                onClick={() => showSection(id)}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <output className="text-small text-text-2">{STATE[saving]}</output>
    </div>
  )
}

/** Scrolls to a heading and moves the focus there. The address stays: its query opens the dialog. */
function showSection(id: string): void {
  const heading = document.getElementById(id)
  if (!heading) return
  heading.tabIndex = -1
  heading.style.scrollMarginTop = '72px'
  heading.focus({ preventScroll: true })
  heading.scrollIntoView({ block: 'start' })
}
