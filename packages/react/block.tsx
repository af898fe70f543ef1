import { type CSSProperties, type ReactNode, createElement, useEffect, useRef } from 'react'
import { type BlockSettings, attributesOf, linkOf, roomOf } from '#packages/js/attributes.ts'
import type { BlocksEventMap } from '#packages/js/types.ts'
import { useProviderSettings } from './provider.tsx'

type Listener<K extends keyof BlocksEventMap> = (
  detail: BlocksEventMap[K],
  event: CustomEvent<BlocksEventMap[K]>,
) => void

export interface BlockProps extends BlockSettings {
  className?: string | undefined
  style?: CSSProperties | undefined
  onReady?: Listener<'ready'> | undefined
  onSignedIn?: Listener<'signed-in'> | undefined
  onSignedOut?: Listener<'signed-out'> | undefined
  onPurchase?: Listener<'purchase'> | undefined
  onSubmitted?: Listener<'submitted'> | undefined
  onResize?: Listener<'resize'> | undefined
  onError?: Listener<'error'> | undefined
  /** Shown when the script cannot be loaded; a link to the block when left out. */
  fallback?: ReactNode
}

const LISTENERS = {
  ready: 'onReady',
  'signed-in': 'onSignedIn',
  'signed-out': 'onSignedOut',
  purchase: 'onPurchase',
  submitted: 'onSubmitted',
  resize: 'onResize',
  error: 'onError',
} as const satisfies Record<keyof BlocksEventMap, keyof BlockProps>

/** Renders a block in this position. Changing the block, tenant, theme or language recreates its element. */
export function Block(props: BlockProps) {
  const { host, tenant, failed, ...around } = useProviderSettings()
  const settings: BlockSettings = {
    block: props.block,
    id: props.id,
    tenant: props.tenant ?? tenant,
    theme: props.theme ?? around.theme,
    locale: props.locale ?? around.locale,
    heading: props.heading,
    height: props.height,
    data: props.data,
  }
  const link = host ? linkOf(host, settings) : undefined
  if (failed) return <>{props.fallback ?? (link ? <a href={link.href}>{link.text}</a> : null)}</>
  return (
    <>
      <BlockElement key={JSON.stringify(settings)} settings={settings} props={props} />
      {link ? (
        <noscript>
          <a href={link.href}>{link.text}</a>
        </noscript>
      ) : null}
    </>
  )
}

const EMPTY_HTML = { __html: '' }

/**
 * The block's element. React does not manage the script's content inside, which survives renders and
 * hydration.
 */
function BlockElement({ settings, props }: { settings: BlockSettings; props: BlockProps }) {
  const element = useRef<HTMLElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const target = element.current!
    const stops = Object.entries(LISTENERS).map(([name, prop]) => {
      const handle = (event: Event) => {
        const custom = event as CustomEvent<never>
        latest.current[prop]?.(custom.detail, custom)
      }
      target.addEventListener(`bb:${name}`, handle)
      return () => target.removeEventListener(`bb:${name}`, handle)
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  // `class`, because React 18 writes `className` on custom elements as an attribute of that name.
  // oxlint-disable-next-line react/refs -- the ref is passed on, not read
  return createElement('bb-block', {
    ref: element,
    ...attributesOf(settings),
    ...(props.className ? { class: props.className } : {}),
    style: { display: 'block', minHeight: roomOf(settings), ...props.style },
    dangerouslySetInnerHTML: EMPTY_HTML,
    suppressHydrationWarning: true,
  })
}

type NamedBlockProps = Omit<BlockProps, 'block' | 'id'>

/** Sign-in and sign-up. */
export const AuthBlock = (props: NamedBlockProps) => <Block {...props} block="auth" />
/** The tenant's products, and the checkout. */
export const PayBlock = (props: NamedBlockProps) => <Block {...props} block="pay" />
/** The signed-in user and their account. */
export const ProfileBlock = (props: NamedBlockProps) => <Block {...props} block="profile" />
/** A block that you created, by its id. */
export const MyBlock = (props: NamedBlockProps & { id: string }) => <Block {...props} block="my-block" />
