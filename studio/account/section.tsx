import { type ReactNode, useId } from 'react'
import { classNames } from '#ui/base/class-names.ts'
import { Card } from '#ui/base/card.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'

export interface SectionProps {
  title: string
  text: ReactNode
  children: ReactNode
}

/**
 * One section of the account page: title and description on the left, content on the right; one column on
 * phones.
 */
export function Section({ title, text, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-4 border-t border-line py-8 first:border-t-0 first:pt-2 lg:grid-cols-[232px_minmax(0,1fr)]"
    >
      <header>
        <h2 id={id} className="text-subheading">
          {title}
        </h2>
        <p className="mt-1 max-w-[56ch] text-text-2">{text}</p>
      </header>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  )
}

/** A card with a list of rows. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Card>
      <ul aria-label={label} className="divide-y divide-line">
        {children}
      </ul>
    </Card>
  )
}

export interface RowProps {
  /** 18 px. */
  icon?: ReactNode
  title: ReactNode
  badge?: ReactNode
  /** A secondary second line. */
  text?: ReactNode
  /** Icon buttons, or one small text button. Set `wide` for a text button, which wraps below on phones. */
  actions?: ReactNode
  wide?: boolean
}

/** One row: icon, title, second line and actions. */
export function Row({ icon, title, badge, text, actions, wide }: RowProps) {
  return (
    <li className={classNames('flex min-h-15 items-center gap-3 px-4 py-3', wide && 'max-sm:flex-wrap')}>
      {icon ? (
        <span aria-hidden="true" className="shrink-0 text-text-2">
          {icon}
        </span>
      ) : null}
      <div className={classNames('min-w-0 flex-1', wide && 'max-sm:basis-48')}>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
          {badge}
        </p>
        {text ? <p className="text-small wrap-anywhere text-text-2 tabular-nums">{text}</p> : null}
      </div>
      {actions ? (
        <div
          className={classNames(
            'flex shrink-0 items-center gap-1',
            wide && 'max-sm:basis-full max-sm:pl-7.5',
          )}
        >
          {actions}
        </div>
      ) : null}
    </li>
  )
}

interface QueryState<T> {
  data: T | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

export interface LoadedContentProps<T> {
  query: QueryState<T>
  /** The error message, a full sentence. */
  failed: string
  /** Number of skeleton rows. */
  rows?: number
  /** Whether the rows have a text button, which wraps below on phones. */
  wide?: boolean
  /** Whether the content has a button below its rows. */
  button?: boolean
  children: (data: T) => ReactNode
}

/** Section content that is loaded from the server, including its loading and error states. */
export function LoadedContent<T>(props: LoadedContentProps<T>) {
  const { query, failed, rows = 1, wide, button, children } = props
  if (query.data !== undefined) return children(query.data)
  if (query.isError)
    return <FailedRow message={failed} busy={query.isFetching} onRetry={() => void query.refetch()} />
  return (
    <div aria-busy="true" className="contents">
      <Card>
        <ul className="divide-y divide-line">
          {Array.from({ length: rows }, (_, row) => (
            <Row
              key={row}
              icon={<Skeleton width={18} height={18} />}
              title={<Skeleton width={150} />}
              badge={<span className="bb-badge invisible" />}
              text={
                <span className="flex h-5 items-center">
                  <Skeleton width={110} />
                </span>
              }
              wide={wide}
              actions={wide ? <span className="bb-btn invisible" data-size="small" /> : undefined}
            />
          ))}
        </ul>
      </Card>
      {button ? (
        <div>
          <Skeleton width={180} height={36} radius="var(--bb-r-btn)" />
        </div>
      ) : null}
    </div>
  )
}
