import type { PageFacts } from '#kernel/sites/page-facts.ts'
import { allowsStyleAttributes } from '#kernel/sites/policy/policy.ts'
import type { InstallFinding } from '../endpoints.ts'
import type { Known } from '../known.ts'

/** Reports tags whose `style` the page's policy refuses, with rules that reserve the same heights. */
export function styleFinding({ snippet, policies }: PageFacts, known: Known): InstallFinding[] {
  if (policies.every(({ policy }) => allowsStyleAttributes(policy))) return []
  const rules = new Set<string>()
  for (const { block, script, styled, height } of snippet.blocks) {
    const room = height || known.blocks.get(block)?.embed.height
    if (!styled || !room || !known.blocks.has(block)) continue
    const place = script ? `script[data-block="${block}"]` : `[data-bb-block="${block}"]`
    rules.add(`${place} { display: block; min-height: ${room}px; margin: 16px 0 }`)
  }
  if (!rules.size) return []
  return [
    {
      id: 'style',
      title: 'Reserved height',
      state: 'info',
      verdict: 'Style refused',
      text: "The page's policy refuses the `style` of the tags: the content below moves when a block appears, and the console reports it. Remove the attribute, and add these rules to your style sheet.",
      fixes: [{ name: 'Style sheet', code: [...rules].join('\n') }],
    },
  ]
}
