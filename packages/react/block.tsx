import { type CSSProperties, type ReactNode, createElement, useEffect, useRef } from 'react'
import { type BlockSettings, attributesOf, linkOf, roomOf } from '#packages/js/attributes.ts'
import type { BlocksEventMap } from '#packages/js/types.ts'
import { useAround } from './provider.tsx'

type Hear<K extends keyof BlocksEventMap> = (
  detail: BlocksEventMap[K],
  event: CustomEvent<BlocksEventMap[K]>,
) => void

export interface BlockProps extends BlockSettings {
  className?: string | undefined
  style?: CSSProperties | undefined
  onReady?: Hear<'ready'> | undefined
  onSignedIn?: Hear<'signed-in'> | undefined
  onSignedOut?: Hear<'signed-out'> | undefined
  onPurchase?: Hear<'purchase'> | undefined
  onResize?: Hear<'resize'> | undefined
  onError?: Hear<'error'> | undefined
  /** Where the script cannot be loaded; a link to the block when left out. */
  fallback?: ReactNode
}

const LISTENERS = {
  ready: 'onReady',
  'signed-in': 'onSignedIn',
  'signed-out': 'onSignedOut',
  purchase: 'onPurchase',
  resize: 'onResize',
  error: 'onError',
} as const satisfies Record<keyof BlocksEventMap, keyof BlockProps>

/** A block, where it stands. Another block, tenant or look makes it anew. */
export function Block(props: BlockProps) {
  const { host, tenant, failed, ...around } = useAround()
  const settings: BlockSettings = {
    block: props.block,
    id: props.id,
    tenant: props.tenant ?? tenant,
    theme: props.theme ?? around.theme,
    locale: props.locale ?? around.locale,
    height: props.height,
    data: props.data,
  }
  const link = host ? linkOf(host, settings) : undefined
  if (failed) return <>{props.fallback ?? (link ? <a href={link.href}>{link.text}</a> : null)}</>
  return (
    <>
      <Place key={JSON.stringify(settings)} settings={settings} props={props} />
      {link ? (
        <noscript>
          <a href={link.href}>{link.text}</a>
        </noscript>
      ) : null}
    </>
  )
}

const NOTHING = { __html: '' }

/** The element. What the script puts into it is not React's: it stays through renders and hydration. */
function Place({ settings, props }: { settings: BlockSettings; props: BlockProps }) {
  const element = useRef<HTMLElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const here = element.current!
    const heard = Object.entries(LISTENERS).map(([name, prop]) => {
      const hear = (event: Event) => {
        const custom = event as CustomEvent<never>
        latest.current[prop]?.(custom.detail, custom)
      }
      here.addEventListener(`bb:${name}`, hear)
      return () => here.removeEventListener(`bb:${name}`, hear)
    })
    return () => {
      for (const stop of heard) stop()
    }
  }, [])

  // `class`, since React 18 writes `className` of custom elements as it is spelt.
  // oxlint-disable-next-line react/refs -- the ref is handed on, not read
  return createElement('bb-block', {
    ref: element,
    ...attributesOf(settings),
    ...(props.className ? { class: props.className } : {}),
    style: { display: 'block', minHeight: roomOf(settings), ...props.style },
    dangerouslySetInnerHTML: NOTHING,
    suppressHydrationWarning: true,
  })
}

type Named = Omit<BlockProps, 'block' | 'id'>

/** Sign-in and sign-up. */
export const AuthBlock = (props: Named) => <Block {...props} block="auth" />
/** The tenant's products, and the checkout. */
export const PayBlock = (props: Named) => <Block {...props} block="pay" />
/** Who is signed in, with their account. */
export const ProfileBlock = (props: Named) => <Block {...props} block="profile" />
/** A block that you made, by its id. */
export const MyBlock = (props: Named & { id: string }) => <Block {...props} block="my-block" />
