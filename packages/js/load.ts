import { loaded, taker } from './page-global.ts'

export interface LoadOptions {
  /** Where the script tag comes from, as in your snippet: `https://blocks.example`. */
  host: string
  /** Public key of your tenant, for elements that name none. */
  tenant?: string | undefined
  /** Pins the script: `1.2.0`. Else it moves within version 1. */
  version?: string | undefined
  /** Hash of that version, as the Studio prints it. */
  integrity?: string | undefined
  /** For a content policy that lets scripts in by nonce. */
  nonce?: string | undefined
  /** Milliseconds to wait for the script. 15,000 when left out. */
  timeout?: number | undefined
}

const OURS = /\/v1(\.\d+\.\d+)?\/bb\.js([?#]|$)/
let loading: Promise<void> | undefined
let begin: () => void
const begun = new Promise<void>((resolve) => {
  begin = resolve
})

/**
 * Loads the script tag, once however often it is called; one that the page has already is taken. On a server it does
 * nothing. Rejects where the script is kept out (offline, a content policy, an ad blocker); the next call tries again.
 */
export function loadBlocks(options: LoadOptions): Promise<void> {
  if (typeof document === 'undefined' || loaded()) return Promise.resolve()
  taker()
  loading ??= arrival(ownTag() ?? addTag(options), options.timeout)
  begin()
  return loading
}

/** Resolves when the script is there, whoever brings it: `loadBlocks`, also called later, or a tag of the page's own. */
export async function whenThere(): Promise<void> {
  if (loaded()) return
  const tag = loading ? undefined : ownTag()
  if (tag) loading = arrival(tag)
  else await begun
  return loading
}

const ownTag = () => [...document.querySelectorAll('script')].find(({ src }) => OURS.test(src))

function arrival(tag: HTMLScriptElement, timeout = 15_000): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail('took too long'), timeout)
    function fail(why: string) {
      clearTimeout(timer)
      // One that failed answers nobody any more: the next call makes its own.
      loading = undefined
      tag.remove()
      reject(new Error(`Bolt Blocks: ${tag.src} ${why}`))
    }
    const done = () => {
      if (!loaded()) return fail('is not the script')
      clearTimeout(timer)
      resolve()
    }
    tag.addEventListener('load', done, { once: true })
    tag.addEventListener('error', () => fail('did not load'), { once: true })
  })
}

function addTag(options: LoadOptions): HTMLScriptElement {
  const tag = makeTag(options)
  document.head.append(tag)
  return tag
}

function makeTag({ host, tenant, version, integrity, nonce }: LoadOptions): HTMLScriptElement {
  const tag = document.createElement('script')
  tag.async = true
  if (tenant) tag.dataset.tenant = tenant
  if (nonce) tag.nonce = nonce
  if (integrity) {
    tag.integrity = integrity
    tag.crossOrigin = 'anonymous'
  }
  tag.src = trusted(`${host.replace(/\/+$/, '')}/v1${version ? version.replace(/^1/, '') : ''}/bb.js`)
  return tag
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string
  }
}

/** Under `require-trusted-types-for 'script'` an address of a script must come from a policy: ours is `bolt-blocks`. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  try {
    return (
      trustedTypes?.createPolicy('bolt-blocks', { createScriptURL: () => url }).createScriptURL(url) ?? url
    )
  } catch {
    // The page's policy names no policy of ours, or it was made already: the address goes as it is.
    return url
  }
}
