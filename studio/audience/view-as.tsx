import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Viewer, viewAs } from '#features/people/endpoints.ts'
import { Segments } from '#ui/base/segments.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { config } from '../config.ts'
import { call } from '../data/api.ts'
import type { TenantRow } from '../tenant/tenants.ts'
import { MemberHas } from './member-has.tsx'
import { PeopleField } from './people-field.tsx'
import { useMemberNames } from './use-members.ts'
import { useProducts } from './use-products.ts'
import { useRoles } from './use-roles.ts'

export interface ViewAsProps {
  tenant: TenantRow
  /** Name of the block's page. */
  page: string
  /** Id of what the page shows: a creator's own block, a form, a list. */
  block?: string
  /** Query parameter that has this id. */
  parameter?: string
  /** Pixels until it has loaded. */
  height?: number
  /** In place of `View as`, with a line on why visitors get different things. */
  title?: string
  text?: string
  /** Who is chosen first. Beside a preview, which shows what visitors get, someone else. */
  first?: Viewer['kind']
}

const KINDS: readonly { value: Viewer['kind']; label: string }[] = [
  { value: 'visitor', label: 'Visitor' },
  { value: 'person', label: 'A member' },
  { value: 'role', label: 'A role' },
  { value: 'bought', label: 'Buyers' },
]

/** A block exactly as a visitor, a member, a role or a product's buyers get it. Nothing can be changed in it. */
export function ViewAs(props: ViewAsProps) {
  const {
    tenant,
    page,
    block,
    parameter = 'id',
    height = 420,
    first = 'visitor',
    title = 'View as',
    text,
  } = props
  const [kind, setKind] = useState(first)
  const [person, setPerson] = useState('')
  const [role, setRole] = useState('')
  const [source, setSource] = useState('')
  const { data: roles = [] } = useRoles(tenant.id)
  const { data: products = [] } = useProducts(tenant.id)
  const names = useMemberNames(tenant.id, person ? [person] : [])
  const viewer = viewerOf(kind, { person, role, source })
  return (
    <section aria-labelledby="view-as-title">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="view-as-title" className="text-subheading">
          {title}
        </h2>
        {text ? <p className="-mt-1 w-full text-text-2">{text}</p> : null}
        <Segments label="View as" value={kind} options={KINDS} onChange={setKind} />
        {kind === 'role' ? (
          <Choice
            label="Role"
            value={role}
            options={roles.map(({ name }) => ({ value: name, label: name }))}
            none="No roles yet"
            onChange={setRole}
          />
        ) : kind === 'bought' ? (
          <Choice
            label="Product"
            value={source}
            options={products.map(({ id, name }) => ({ value: id, label: name }))}
            none="No products yet"
            onChange={setSource}
          />
        ) : null}
      </div>
      {kind === 'person' ? (
        <div className="mb-3 max-w-sm">
          <PeopleField
            tenantId={tenant.id}
            ids={person ? [person] : []}
            names={names}
            onChange={(ids) => setPerson(ids.at(-1) ?? '')}
          />
        </div>
      ) : null}
      {kind === 'person' && person ? <MemberHas tenant={tenant} memberId={person} /> : null}
      {viewer && tenant.public_key ? (
        <Frame
          key={JSON.stringify([viewer, block])}
          viewer={viewer}
          tenant={{ id: tenant.id, key: tenant.public_key }}
          page={page}
          block={block}
          parameter={parameter}
          height={height}
        />
      ) : (
        <p className="rounded-card border border-dashed border-control px-5 py-8 text-text-2">
          Choose {kind === 'person' ? 'a member' : kind === 'role' ? 'a role' : 'a product'} to see what they
          get.
        </p>
      )}
      <p className="mt-2 text-caption text-text-3">
        What they get right now. Nothing that you do in it is saved.
      </p>
    </section>
  )
}

function viewerOf(
  kind: Viewer['kind'],
  { person, role, source }: { person: string; role: string; source: string },
): Viewer | undefined {
  switch (kind) {
    case 'visitor':
      return { kind }
    case 'person':
      return person ? { kind, id: person } : undefined
    case 'role':
      return role ? { kind, role } : undefined
    case 'bought':
    default:
      return source ? { kind: 'bought', source } : undefined
  }
}

function Choice(props: {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  none: string
  onChange: (value: string) => void
}) {
  const { label, value, options, none, onChange } = props
  const first = options.length > 0 ? `Choose a ${label.toLowerCase()}` : none
  return (
    <span className="min-w-44">
      <Select
        aria-label={label}
        value={value}
        options={[{ value: '', label: first, disabled: true }, ...options]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </span>
  )
}

interface FrameProps extends Required<Pick<ViewAsProps, 'page' | 'height' | 'parameter'>> {
  block: string | undefined
  viewer: Viewer
  tenant: { id: string; key: string }
}

const BORDERS = 2

function Frame({ viewer, tenant, page, block, parameter, height }: FrameProps) {
  const [shown, setShown] = useState(height)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['view-as', tenant.id, page, viewer, block],
    queryFn: () => call(viewAs, { tenantId: tenant.id, page, block, viewer }),
    // A ticket loads its page once; the next view needs another one.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  if (isError)
    return (
      <FailedRow message="The block could not be loaded." busy={isFetching} onRetry={() => void refetch()} />
    )
  if (!data) return <Skeleton height={height} radius="var(--bb-r-card)" />
  /** As tall as its content; the page is our own. */
  function fit({ contentDocument }: HTMLIFrameElement) {
    const body = contentDocument?.body
    if (!body) return
    const measure = () => setShown(Math.ceil(body.getBoundingClientRect().height) + BORDERS)
    measure()
    new ResizeObserver(measure).observe(body)
  }
  const address = new URLSearchParams({
    tenant: tenant.key,
    ...(block && { [parameter]: block }),
    view_as: data.ticket,
  })
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, without a session
    <iframe
      title="The block as they get it"
      src={`${config.url}/embed/${page}?${address}`}
      className="w-full rounded-card border border-line bg-surface"
      style={{ height: shown }}
      onLoad={({ currentTarget }) => fit(currentTarget)}
    />
  )
}
