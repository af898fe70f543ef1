// Test helper: the built pages, with data as the server provides it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import type { Built, EmbedDocument, EmbedHtml } from '../page.ts'

export const DIST = join(import.meta.dirname, '..', '..', 'dist')

/** Reason why tests of built pages cannot run; false when they can. */
export const notBuilt: string | false = existsSync(join(DIST, 'embed-server', 'render.js'))
  ? false
  : 'nothing is built: node scripts/build.ts'

type Rest = [data: Partial<EmbedPageData> & Record<string, unknown>, over?: Partial<EmbedDocument>]

export interface BuiltPages {
  document(page: string, ...rest: Rest): string
  /** The same, with the scripts and styles that its policy must allow. */
  written(page: string, ...rest: Rest): EmbedHtml
}

export async function builtPages(): Promise<BuiltPages> {
  const { document } = (await import(pathToFileURL(join(DIST, 'embed-server', 'render.js')).href)) as {
    document: (options: Partial<EmbedDocument>, built: Built) => EmbedHtml
  }
  const read = (file: string) => readFileSync(join(DIST, 'embed', file), 'utf8')
  const manifest = JSON.parse(read('.vite/manifest.json')) as Built['manifest']
  const written: BuiltPages['written'] = (page, data, over) =>
    document(
      {
        page,
        data: { ...common, ...data },
        look: { variant: 'clean', mode: 'light', panel: false, rules: '' },
        lang: 'en',
        title: page,
        ...over,
      },
      { manifest, read },
    )
  return { written, document: (...asked) => written(...asked).html }
}

const common: EmbedPageData = {
  tenant: {
    id: '0190d2a0-0000-7000-8000-000000000001',
    name: 'Hearth & Rye',
    public_key: 'pk_AAAAAAAAAAAAAAAAAAAAAAAA',
    theme: { variant: 'clean' },
    auth_provider: 'supabase',
    auth0_domain: null,
    auth0_client_id: null,
    stripe_mode: 'test',
  },
  apiUrl: '',
  parentOrigin: 'https://shop.example',
  checkoutOrigins: ['https://checkout.stripe.com'],
  host: { exact: true },
}

export const products = [
  {
    name: 'Rye & honey loaf',
    description: 'Stone-ground rye, wildflower honey, sea salt. Baked at six.',
    price_cents: 1000,
  },
  { name: 'Weekly bread box', description: 'Three loaves, collected every Saturday.', price_cents: 2400 },
  {
    name: 'Rye starter kit',
    description: 'A jar, a kilo of flour and a five-day plan to your own starter.',
    price_cents: 1850,
  },
  { name: 'Gift card', description: null, price_cents: 5000 },
  { name: 'Bread class', description: 'One evening, four loaves.', price_cents: 123_456 },
].map((product, n) => ({ ...product, id: `0190d2a0-0000-7000-8000-00000000010${n}`, currency: 'eur' }))
