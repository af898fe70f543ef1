import { blocks, snippetBlocks } from '#blocks/registry.ts'
import {
  type EmbedOrigins,
  type SnippetTenant,
  embedSnippet,
  namedHeight,
  scriptTag,
} from '#kernel/browser/snippet.ts'
import type { BuilderGuide } from './builders.ts'

/** A piece of code, labeled by the name above it. */
export interface NamedCode {
  name: string
  code: string
}

/** Ids of the elements on the page in which the blocks appear; empty ones are still unknown. */
export interface TargetIds {
  auth: string
  pay: string
}

/** The id in what was typed or pasted: `#comp-lx4f2` is `comp-lx4f2`. */
export const tidiedId = (typed: string): string => typed.trim().replace(/^#/, '')

/** Whether a `#` before it makes a selector. The ids of Wix and Framer do. */
export const isTargetId = (id: string): boolean => /^[a-z_][\w-]*$/i.test(id)

/** The code to paste at a builder: both tags, tags with target elements, or components. Unknown ids are the guide's examples. */
export function builderCode(
  { form, exampleIds = { auth: 'account', pay: 'shop' } }: Pick<BuilderGuide, 'form' | 'exampleIds'>,
  tenant: SnippetTenant,
  origins: EmbedOrigins,
  targets: TargetIds = { auth: '', pay: '' },
): NamedCode {
  const target = (id: string, fallback: string) => `#${isTargetId(id) ? id : fallback}`
  if (form === 'target')
    return {
      name: 'Custom code, end of the body',
      code: [
        scriptTag(tenant, blocks.auth, origins, target(targets.auth, exampleIds.auth)),
        scriptTag(tenant, blocks.pay, origins, target(targets.pay, exampleIds.pay)),
      ].join('\n'),
    }
  if (form === 'react') return { name: 'shop.jsx', code: componentOf(tenant, origins) }
  return { name: 'Embed code', code: embedSnippet(tenant, snippetBlocks, origins) }
}

function componentOf(tenant: SnippetTenant, origins: EmbedOrigins): string {
  const { public_key, mode } = tenant
  const height = namedHeight(tenant, blocks.auth)
  return [
    "import { AuthBlock, BlocksProvider, PayBlock } from '@bolt-blocks/react'",
    '',
    'export function Shop() {',
    '  return (',
    `    <BlocksProvider host="${origins[mode]}" tenant="${public_key}">`,
    `      <AuthBlock ${height ? `height={${height}} ` : ''}/>`,
    '      <PayBlock onPurchase={({ item }) => console.log(item)} />',
    '    </BlocksProvider>',
    '  )',
    '}',
  ].join('\n')
}
