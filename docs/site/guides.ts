// One page per site builder, from the guides that the Studio shows under Install.
import { BUILDER_GUIDES } from '#features/install/studio/builders.ts'

const IN_STUDIO = 'check the page under **Install** in the Studio'

const TAGS = `\`\`\`html
<script async src="https://HOST/v1/bb.js" data-tenant="pk_…" data-block="auth"></script>
<script async src="https://HOST/v1/bb.js" data-tenant="pk_…" data-block="pay"></script>
\`\`\``

const TARGET = `\`\`\`html
<script async src="https://HOST/v1/bb.js" data-tenant="pk_…" data-block="pay" data-target="#shop"></script>
\`\`\``

const COMPONENTS = `\`\`\`jsx
import { AuthBlock, BlocksProvider, PayBlock } from '@bolt-blocks/react'

export function Shop() {
  return (
    <BlocksProvider host="https://HOST" tenant="pk_…">
      <AuthBlock />
      <PayBlock onPurchase={({ item }) => console.log(item)} />
    </BlocksProvider>
  )
}
\`\`\``

const CODE = { tag: TAGS, element: TAGS, target: TARGET, react: COMPONENTS }

export default {
  paths: () =>
    BUILDER_GUIDES.map(({ id, name, form, steps, needs, beware }) => ({
      params: { builder: id, name },
      content: [
        `# Bolt Blocks on ${name}`,
        'Copy your embed code from the Studio: **Embed** on the card of your tenant, or **Install**, which also checks the page. It looks like this:',
        CODE[form],
        '## Steps',
        steps
          .map((step, at) => `${at + 1}. ${step.replace(/check (the page|it)(?=\.)/, IN_STUDIO)}`)
          .join('\n'),
        '## What it requires',
        needs,
        '## What to watch out for',
        beware.map((line) => `- ${line}`).join('\n'),
      ].join('\n\n'),
    })),
}
