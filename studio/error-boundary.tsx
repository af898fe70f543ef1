import { Component, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'

/** Catches what breaks while drawing, and offers the way out; the address and the session stay. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
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
}
