/** Install guides per site builder. Text between backticks is code. */
export interface BuilderGuide {
  id: string
  name: string
  /** The form of code that the builder takes. */
  form: 'tag' | 'element' | 'target' | 'react'
  steps: readonly string[]
  /** Ids as the builder's elements have them, for the form `target`. */
  exampleIds?: { auth: string; pay: string }
  /** What the builder requires. */
  needs: string
  /** What the builder strips, forbids, or does unexpectedly. */
  beware: readonly string[]
}

const PUBLISH = 'Publish, then check the page.'

export const BUILDER_GUIDES: readonly BuilderGuide[] = [
  {
    id: 'html',
    name: 'Plain HTML',
    form: 'tag',
    steps: [
      'Open the page in your editor.',
      'Paste a tag where you want its block, in the `body`.',
      'Upload the page, then check it.',
    ],
    needs: 'Any host. Use `https://`: passkeys and wallets need it.',
    beware: ['Without JavaScript the tag shows nothing. Add a link to your shop beside it if that matters.'],
  },
  {
    id: 'wordpress',
    name: 'WordPress',
    form: 'tag',
    steps: [
      'Edit the page and add a Custom HTML block where you want the block.',
      'Paste the tag into it. In Elementor, use the HTML widget; in Divi, the Code module.',
      PUBLISH,
    ],
    needs:
      'Permission to post unfiltered HTML: administrators and editors have it, on a multisite network only super administrators. On WordPress.com, a plan that allows plugins.',
    beware: [
      'WordPress removes the `script` when authors or contributors save. Ask an administrator to paste it.',
      'Optimizers (WP Rocket, LiteSpeed, Autoptimize) delay or combine scripts. Exclude `bb.js`.',
      'A paragraph shows the tag as text. Use a Custom HTML block.',
    ],
  },
  {
    id: 'webflow',
    name: 'Webflow',
    form: 'tag',
    steps: [
      'Drag a Code Embed element to where you want the block.',
      'Paste the tag into it and save.',
      'Publish the site, because scripts do not run on the canvas. Then check the page.',
    ],
    needs: 'A paid Site plan, or a paid Workspace for sites on webflow.io.',
    beware: ['Use Code Embed on the page. Custom Code in the site settings has no place on the page.'],
  },
  {
    id: 'wix',
    name: 'Wix',
    form: 'target',
    exampleIds: { auth: 'comp-lx4f2', pay: 'comp-lx4g7' },
    steps: [
      'Add an empty section or box where you want the block, and publish once.',
      'Open the published page, inspect that box, and copy its `id` (such as `comp-lx4f2`) into the field of its block below.',
      'In Settings, Custom Code, choose Add Custom Code. Paste the tag, select this page, load once, and Body - end.',
      PUBLISH,
    ],
    needs: 'A Premium plan and your own domain. Custom Code does not run without both.',
    beware: [
      'Do not use Embed HTML. It puts the tag into a frame of another site, where sign-in and payments cannot work.',
      'A copied box gets a new `id`.',
    ],
  },
  {
    id: 'squarespace',
    name: 'Squarespace',
    form: 'tag',
    steps: [
      'Edit the page and add a Code block where you want the block.',
      'Choose HTML, paste the tag, and leave Display Source off.',
      'Save, and open the page in a private window. Then check it.',
    ],
    needs: 'A plan with custom code: Core, Plus or Advanced (on older plans, Business or Commerce).',
    beware: [
      'While you are signed in, the editor shows "Script disabled" in its place. Visitors see the block.',
      'Choose HTML for the Code block. Markdown and CSS blocks do not run the tag.',
    ],
  },
  {
    id: 'framer',
    name: 'Framer',
    form: 'target',
    exampleIds: { auth: 'account', pay: 'shop' },
    steps: [
      'Select the frame where you want the block, and give it a Scroll Section name, such as `shop`. The name becomes its `id`: enter it below, too.',
      'In Site Settings, General, Custom Code, paste the tag at the end of the `body`.',
      PUBLISH,
    ],
    needs: 'A paid site plan.',
    beware: [
      "Do not use the Embed component. It puts the tag into Framer's own frame, where sign-in cannot work.",
    ],
  },
  {
    id: 'shopify',
    name: 'Shopify',
    form: 'tag',
    steps: [
      'In Online Store, Themes, choose Customize, and open the template of the page.',
      'Add a Custom Liquid section, or block, where you want the block, and paste the tag.',
      'Save, then check the page.',
    ],
    needs: 'A theme with sections (Online Store 2.0) and any plan with an online store.',
    beware: [
      'Shopify removes scripts from page and product text. Use Custom Liquid.',
      'Our check cannot open a password-protected store.',
      "Shopify's own checkout takes no tags.",
    ],
  },
  {
    id: 'react',
    name: 'React',
    form: 'react',
    steps: [
      'Install the package: `npm install @bolt-blocks/react`. For Vue it is `@bolt-blocks/vue`, for everything else `@bolt-blocks/js`.',
      'Wrap your app in `BlocksProvider`, and add blocks where you want them.',
      'Deploy, then check the page.',
    ],
    needs: 'React 18 or 19. Server rendering works, too.',
    beware: [
      'If npm does not find the package, ask the operator of this service for the file that `npm run packages` creates, and install that.',
      'The check reads the HTML that your server sends. It cannot see what a script adds later, and may say "Not found" for a block that works.',
    ],
  },
]

/** Finds the guide by the builder's name in the address; unknown names get plain HTML. */
export const findGuide = (id: string | null): BuilderGuide =>
  BUILDER_GUIDES.find((guide) => guide.id === id) ?? BUILDER_GUIDES[0]!
