/** The hint about which sites work without being listed. All lists of sites show the same one. */
export function siteHint(mode: 'test' | 'live'): string {
  return mode === 'test'
    ? 'In test mode blocks also show on localhost and on preview hosts such as webflow.io, framer.app or netlify.app. To let a page ask who is signed in, list it, localhost too. www.example.com and example.com count as two sites.'
    : 'In live mode the blocks show only on the listed sites. www.example.com and example.com count as two sites.'
}
