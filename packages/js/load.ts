import { loaded, pageCommand } from './page-global.ts'

export interface LoadOptions {
  /** Where the script tag comes from, as in your snippet: `https://blocks.example`. */
  host: string
  /** Public key of your tenant, for elements that name no tenant. */
  tenant?: string | undefined
  /** Pins the version of the script, such as `1.2.0`. When left out, the newest version 1 is loaded. */
  version?: string | undefined
  /** Hash of that version, as the Studio prints it. */
  integrity?: string | undefined
  /** For a content security policy that allows scripts by nonce. */
  nonce?: string | undefined
  /** Milliseconds to wait for the script; 15,000 when left out. */
  timeout?: number | undefined
}

const SCRIPT_URL = /\/v1(\.\d+\.\d+)?\/bb\.js([?#]|$)/
let loading: Promise<void> | undefined
let resolveStarted: () => void
const started = new Promise<void>((resolve) => {
  resolveStarted = resolve
})

/**
 * Loads the script tag once, however often it is called, and uses a tag that the page already has. On a server
 * it does nothing. Rejects if the script cannot load (offline, a content security policy, an ad blocker); the
 * next call retries.
 */
export function loadBlocks(options: LoadOptions): Promise<void> {
  if (typeof document === 'undefined' || loaded()) return Promise.resolve()
  pageCommand()
  loading ??= waitForScript(findTag() ?? addTag(options), options.timeout)
  resolveStarted()
  return loading
}

/**
 * Resolves when the script has loaded, through `loadBlocks` (which may be called later) or a tag in the page.
 */
export async function whenLoaded(): Promise<void> {
  if (loaded()) return
  const tag = loading ? undefined : findTag()
  if (tag) loading = waitForScript(tag)
  else await started
  return loading
}

const findTag = () => [...document.querySelectorAll('script')].find(({ src }) => SCRIPT_URL.test(src))

function waitForScript(tag: HTMLScriptElement, timeout = 15_000): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail('took too long'), timeout)
    function fail(reason: string) {
      clearTimeout(timer)
      // A failed tag never loads later, so the next call creates a new one.
      loading = undefined
      tag.remove()
      reject(new Error(`Bolt Blocks: ${tag.src} ${reason}`))
    }
    const finish = () => {
      if (!loaded()) return fail('is not the Bolt Blocks script')
      clearTimeout(timer)
      resolve()
    }
    tag.addEventListener('load', finish, { once: true })
    tag.addEventListener('error', () => fail('did not load'), { once: true })
  })
}

function addTag(options: LoadOptions): HTMLScriptElement {
  const tag = createTag(options)
  document.head.append(tag)
  return tag
}

function createTag({ host, tenant, version, integrity, nonce }: LoadOptions): HTMLScriptElement {
  const tag = document.createElement('script')
  tag.async = true
  if (tenant) tag.dataset.tenant = tenant
  if (nonce) tag.nonce = nonce
  if (integrity) {
    tag.integrity = integrity
    tag.crossOrigin = 'anonymous'
  }
  tag.src = toTrustedUrl(`${host.replace(/\/+$/, '')}/v1${version ? version.replace(/^1/, '') : ''}/bb.js`)
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

/**
 * Under `require-trusted-types-for 'script'` a script's URL must come from a policy; ours is named
 * `bolt-blocks`.
 */
function toTrustedUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  try {
    return (
      trustedTypes?.createPolicy('bolt-blocks', { createScriptURL: () => url }).createScriptURL(url) ?? url
    )
  } catch {
    // The page does not allow a policy of that name, or it exists already: use the URL as it is.
    return url
  }
}
