/** What works without being listed, in words; the same sentence wherever sites are named. */
export function siteHint(mode: 'test' | 'live'): string {
  return mode === 'test'
    ? 'In test mode localhost and preview hosts such as webflow.io, framer.app or netlify.app work without being listed. With and without www. are two sites.'
    : 'In live mode the blocks show on the listed sites only. With and without www. are two sites.'
}
