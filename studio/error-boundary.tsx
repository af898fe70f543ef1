import { Component, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Resets the error when it changes. Pass the screen's URL, so that navigating away clears the error. */
  at?: unknown
  /** Rendered after an error; defaults to `BrokenPage`. */
  instead?: ReactNode
}

/** Catches rendering errors and shows a fallback. The URL and the session are kept. */
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

/** Shown in place of a screen that failed to render. */
export function BrokenPage() {
  return (
    <div role="alert" className="mx-auto w-full max-w-[560px] px-4 py-24">
      <h1 className="text-title">Something went wrong on this page</h1>
      <p className="mt-2 text-lead text-text-2">
        Nothing you saved is lost. Reload the page. If that doesn't help, return to the home page.
      </p>
      <div className="mt-6 flex gap-2">
        <Button variant="primary" size="large" onClick={() => location.reload()}>
          Reload
        </Button>
        <Button size="large" onClick={() => location.assign('/')}>
          Return to Home
        </Button>
      </div>
    </div>
  )
}
