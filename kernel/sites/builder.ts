import type { Tag } from './tags.ts'

/** A site builder, and how to paste a tag there. */
export interface Builder {
  name: string
  steps: string
}

interface Marks extends Builder {
  /** Matches `<meta name="generator">`. */
  generator?: RegExp
  /** Matches the page's HTML. */
  html?: RegExp
  /** Matches headers, by name. */
  headers?: Record<string, RegExp>
}

const AT_THE_END =
  'Leave a place with an element such as `<div id="shop"></div>`, and name it in the tag: `data-target="#shop"`.'

const BUILDERS: readonly Marks[] = [
  {
    name: 'Shopify',
    html: /cdn\.shopify\.com|Shopify\.theme/,
    headers: { 'x-shopid': /./, 'x-shopify-stage': /./, 'powered-by': /shopify/i },
    steps:
      'Online Store, Themes, Customize: add a Custom Liquid section where you want the block, and paste the tag there.',
  },
  {
    name: 'Webflow',
    generator: /^webflow/i,
    html: /data-wf-site=|assets\.website-files\.com|website-files\.com\//,
    steps:
      'Drag a Code Embed element to where you want the block, paste the tag, save, and publish the site.',
  },
  {
    name: 'Wix',
    generator: /wix\.com/i,
    html: /static\.wixstatic\.com/,
    headers: { 'x-wix-request-id': /./ },
    steps: `Settings, Custom Code, Add Custom Code: paste the tag for this page, at the end of the body. ${AT_THE_END} Embed HTML would put it into a frame of Wix's own.`,
  },
  {
    name: 'Squarespace',
    generator: /squarespace/i,
    html: /Static\.SQUARESPACE_CONTEXT|static1\.squarespace\.com/,
    headers: { server: /squarespace/i },
    steps:
      'Edit the page, add a Code block where you want the block, choose HTML, paste the tag, and leave Display Source off.',
  },
  {
    name: 'Framer',
    generator: /framer/i,
    html: /framerusercontent\.com/,
    headers: { server: /framer/i },
    steps: `Site Settings, General, Custom Code: paste the tag at the end of the body. ${AT_THE_END} An Embed component would put it into a frame of Framer's own.`,
  },
  {
    name: 'Ghost',
    generator: /^ghost/i,
    steps: 'In the editor add an HTML card where you want the block, and paste the tag there.',
  },
  {
    name: 'Joomla',
    generator: /joomla/i,
    steps: 'Add a Custom module where you want the block, switch its editor off, and paste the tag.',
  },
  {
    name: 'Drupal',
    generator: /drupal/i,
    headers: { 'x-generator': /drupal/i },
    steps:
      'Place a custom block whose text format is Full HTML where you want the block, and paste the tag there.',
  },
  {
    name: 'WordPress',
    generator: /^wordpress/i,
    html: /\/wp-(?:content|includes)\//,
    headers: { link: /api\.w\.org/ },
    steps:
      'Edit the page, add a Custom HTML block where you want the block, paste the tag there, and update the page.',
  },
]

/** Detects the site builder of a page. @param get a header by its name */
export function findBuilder(
  html: string,
  tags: readonly Tag[],
  get: (name: string) => string | undefined,
): Builder | null {
  const generators = tags
    .filter(({ name, attributes }) => name === 'meta' && /^generator$/i.test(attributes.get('name') ?? ''))
    .map(({ attributes }) => attributes.get('content')?.trim() ?? '')
  const says = ({ generator, headers = {}, html: marks }: Marks) =>
    (generator && generators.some((one) => generator.test(one))) ||
    Object.entries(headers).some(([name, mark]) => mark.test(get(name) ?? '')) ||
    (marks?.test(html) ?? false)
  // The generator tag takes precedence over the HTML: pages of one builder may show images hosted by another.
  const sure = BUILDERS.find(({ generator }) => generator && generators.some((one) => generator.test(one)))
  const found = sure ?? BUILDERS.find(says)
  return found ? { name: found.name, steps: found.steps } : null
}
