/** A content security policy: its directives in order, each with its values as written. */
export type Policy = Map<string, string[]>

/** Directives that a missing directive falls back to (CSP Level 3, 6.8.3). */
const FALLBACKS: Record<string, string[]> = {
  'script-src-elem': ['script-src-elem', 'script-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
}

/** A resource to check against a policy. */
export interface Asked {
  directive: 'script-src-elem' | 'frame-src' | 'connect-src'
  url: URL
  /** The script element's nonce, if it is a script. */
  nonce?: string | undefined
}

/** Parses a header's policies. A comma separates policies, and all must allow. The first directive of a name counts. */
export function parsePolicies(text: string): Policy[] {
  return text
    .split(',')
    .map((part) => {
      const policy: Policy = new Map()
      for (const words of part.split(';')) {
        const [name = '', ...values] = words.trim().split(/\s+/)
        if (name && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), values)
      }
      return policy
    })
    .filter((policy) => policy.size > 0)
}

/** A policy as header text. */
export const policyText = (policy: Policy): string =>
  [...policy].map(([name, words]) => [name, ...words].join(' ')).join('; ')

/** The directive that applies; undefined if none does, which allows everything. */
export function deciding(policy: Policy, directive: Asked['directive']): string | undefined {
  return FALLBACKS[directive]!.find((name) => policy.has(name))
}

/** Whether one policy of a page at `self` lets this resource load. */
export function allows(policy: Policy, { directive, url, nonce }: Asked, self: URL): boolean {
  const name = deciding(policy, directive)
  if (!name) return true
  const sources = policy.get(name)!
  if (directive === 'script-src-elem') {
    if (nonce && sources.includes(`'nonce-${nonce}'`)) return true
    // Scripts trusted by the page may load others; the host list is then ignored.
    if (hasWord(sources, "'strict-dynamic'")) return false
  }
  return sources.some((source) => matches(source, url, self))
}

/** Whether a policy lets `style` attributes count. A nonce or a hash turns `'unsafe-inline'` off (CSP Level 3, 6.7.3). */
export function allowsStyleAttributes(policy: Policy): boolean {
  const name = ['style-src-attr', 'style-src', 'default-src'].find((each) => policy.has(each))
  if (!name) return true
  const sources = policy.get(name)!
  return hasWord(sources, "'unsafe-inline'") && !sources.some((one) => /^'(nonce|sha\d{3})-/i.test(one))
}

/** @param word a keyword with its quotes, in lower case; sources may be in any (CSP Level 3, 2.3.1) */
export const hasWord = (sources: readonly string[], word: string): boolean =>
  sources.some((source) => source.toLowerCase() === word)

const DEFAULT_PORT: Record<string, string> = { 'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443' }
const HOST_SOURCE = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9_.-]+)(?::(\d+|\*))?(\/.*)?$/i

/** Whether a source of a list matches the URL (CSP Level 3, 6.7.2). */
function matches(source: string, url: URL, self: URL): boolean {
  const word = source.toLowerCase()
  if (word === "'self'")
    return url.origin === self.origin || (url.host === self.host && isSecured(self.protocol, url.protocol))
  if (word === '*') return ['http:', 'https:', self.protocol].includes(url.protocol)
  if (/^[a-z][a-z0-9+.-]*:$/.test(word)) return word === url.protocol || isSecured(word, url.protocol)
  const parts = HOST_SOURCE.exec(source)
  if (!parts || word.startsWith("'")) return false
  const [, scheme, host = '', port, path] = parts
  const wanted = scheme ? `${scheme.toLowerCase()}:` : self.protocol
  if (wanted !== url.protocol && !isSecured(wanted, url.protocol)) return false
  return isHost(host.toLowerCase(), url.hostname) && isPort(port, wanted, url) && isPath(path, url)
}

/** An http source also matches https. */
const isSecured = (wanted: string, given: string) => wanted === 'http:' && given === 'https:'

const isHost = (wanted: string, given: string) =>
  wanted === '*' || (wanted.startsWith('*.') ? given.endsWith(wanted.slice(1)) : wanted === given)

function isPort(wanted: string | undefined, scheme: string, url: URL): boolean {
  if (wanted === '*') return true
  const given = url.port || DEFAULT_PORT[url.protocol]
  if (wanted === undefined) return given === DEFAULT_PORT[url.protocol]
  return wanted === given || (wanted === '80' && given === '443' && scheme === 'http:')
}

function isPath(wanted: string | undefined, url: URL): boolean {
  if (!wanted || wanted === '/') return true
  return wanted.endsWith('/') ? url.pathname.startsWith(wanted) : url.pathname === wanted
}
