/** Where people make sites, and what one has to know to put a block there. Words between backticks are code. */
export interface BuilderGuide {
  id: string
  name: string
  /** The form that the code takes there. */
  form: 'tag' | 'element' | 'target' | 'react'
  steps: readonly string[]
  /** What of theirs it takes. */
  needs: string
  /** What it strips, forbids, or does otherwise than one thinks. */
  beware: readonly string[]
}

const PUBLISH = 'Publish, then check the page below.'

export const BUILDER_GUIDES: readonly BuilderGuide[] = [
  {
    id: 'html',
    name: 'Plain HTML',
    form: 'tag',
    steps: [
      'Open the page in your editor.',
      'Paste a tag where its block should stand, in the `body`.',
      'Upload the page, then check it below.',
    ],
    needs: 'Any host. Use `https://`: passkeys and wallets need it.',
    beware: ['Without JavaScript the tag shows nothing: put a link to your shop beside it if that matters.'],
  },
  {
    id: 'wordpress',
    name: 'WordPress',
    form: 'tag',
    steps: [
      'Edit the page and add a Custom HTML block where the block should stand.',
      'Paste the tag into it. In Elementor it is the HTML widget, in Divi the Code module.',
      PUBLISH,
    ],
    needs:
      'The right to write unfiltered HTML: administrators and editors have it, on a network of sites only its super administrator. On WordPress.com, a plan that allows plugins.',
    beware: [
      'Authors and contributors lose the `script` when they save. Let an administrator paste it.',
      'Optimisers (WP Rocket, LiteSpeed, Autoptimize) hold scripts back or join them: exclude `bb.js`.',
      'The visual mode of a paragraph shows the tag as text. It has to be a Custom HTML block.',
    ],
  },
  {
    id: 'webflow',
    name: 'Webflow',
    form: 'tag',
    steps: [
      'Drag a Code Embed element to where the block should stand.',
      'Paste the tag into it and save.',
      'Publish the site: scripts do not run on the canvas. Then check the page below.',
    ],
    needs: 'A paid Site plan, or a paid Workspace for sites on webflow.io.',
    beware: [
      'Use Code Embed on the page, not Custom Code in the site settings: that has no place of its own.',
    ],
  },
  {
    id: 'wix',
    name: 'Wix',
    form: 'target',
    steps: [
      'Add an empty section or box where the block should stand, and publish once.',
      'Open the published page, inspect that box, and copy its `id` (such as `comp-lx4f2`). Name it in the tag: `data-target="#comp-lx4f2"`.',
      'In Settings, Custom Code, choose Add Custom Code: paste the tag, for this page, load it once, Body - end.',
      PUBLISH,
    ],
    needs: 'A Premium plan and a domain of your own: without both, Custom Code does not run.',
    beware: [
      'Embed HTML puts the tag into a frame of another site: sign-in and payments cannot work in there.',
      'Copying a box gives it another `id`.',
    ],
  },
  {
    id: 'squarespace',
    name: 'Squarespace',
    form: 'tag',
    steps: [
      'Edit the page and add a Code block where the block should stand.',
      'Choose HTML, paste the tag, and leave Display Source off.',
      'Save, and look at the page in a private window. Then check it below.',
    ],
    needs: 'A plan with custom code: Core, Plus or Advanced (Business or Commerce of the older ones).',
    beware: [
      'While you are signed in, the editor shows "Script disabled" in its place. Visitors see the block.',
      'The block counts lines of HTML only: Markdown and CSS blocks take no tag.',
    ],
  },
  {
    id: 'framer',
    name: 'Framer',
    form: 'target',
    steps: [
      'Select the frame where the block should stand, and give it a Scroll Section name, such as `shop`: it becomes its `id`.',
      'In Site Settings, General, Custom Code, paste the tag at the end of the `body`, with that name in `data-target`.',
      PUBLISH,
    ],
    needs: 'A paid site plan.',
    beware: ["The Embed component puts the tag into a frame of Framer's own, where sign-in cannot work."],
  },
  {
    id: 'shopify',
    name: 'Shopify',
    form: 'tag',
    steps: [
      'In Online Store, Themes, choose Customize, and open the template of the page.',
      'Add a Custom Liquid section, or block, where the block should stand, and paste the tag.',
      'Save, then check the page below.',
    ],
    needs: 'A theme with sections (Online Store 2.0) and any plan with an online store.',
    beware: [
      'The text of a page or product drops scripts. It has to be Custom Liquid.',
      'A store behind its password is locked for our check, too.',
      "Shopify's own checkout takes no tags.",
    ],
  },
  {
    id: 'react',
    name: 'React',
    form: 'react',
    steps: [
      'Install the package: `npm install @bolt-blocks/react`. For Vue it is `@bolt-blocks/vue`, for everything else `@bolt-blocks/js`.',
      'Put `BlocksProvider` round your application, and blocks where they belong.',
      'Deploy, then check the page below.',
    ],
    needs: 'React 18 or 19. It renders on a server, too.',
    beware: [
      'Where npm does not find the package, ask whoever runs this service for its file, which `npm run packages` makes, and install that.',
      'The check reads the HTML that your server sends. What a script adds later it cannot see: it says "Not found" though the block is there.',
    ],
  },
]

/** The guide of a name in the address; plain HTML for a name that there is not. */
export const guideOf = (id: string | null): BuilderGuide =>
  BUILDER_GUIDES.find((guide) => guide.id === id) ?? BUILDER_GUIDES[0]!
