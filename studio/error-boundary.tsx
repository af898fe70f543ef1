import { Component, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Another value is another try: the address of the screen, so that what broke one does not stand over the next. */
  at?: unknown
  /** What stands there then; the words and the ways out unless given. */
  instead?: ReactNode
}

/** Catches what breaks while drawing, and offers the way out; the address and the session stay. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean; at?: unknown }> {
  override state: { broken: boolean; at?: unknown } = { broken: false, at: this.props.at }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  static getDerivedStateFromProps({ at }: ErrorBoundaryProps, state: { at?: unknown }) {
    return at === state.at ? null : { broken: false, at }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    if (this.props.instead !== undefined) return this.props.instead
    return <BrokenPage />
  }
}

/** What stands in the place of a screen that broke. */
export function BrokenPage() {
  return (
    <div role="alert" className="mx-auto w-full max-w-[560px] px-4 py-24">
      <h1 className="text-title">This page broke</h1>
      <p className="mt-2 text-lead text-text-2">
        Nothing you saved is lost. Load the page again; if it breaks again, go back to the start.
      </p>
      <div className="mt-6 flex gap-2">
        <Button variant="primary" size="large" onClick={() => location.reload()}>
          Load again
        </Button>
        <Button size="large" onClick={() => location.assign('/')}>
          Return to Home
        </Button>
      </div>
    </div>
  )
}
