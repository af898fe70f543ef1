import { useState } from 'react'
import { PAGE_SAMPLE, type TokenSample, tokenSamples } from '#kernel/browser/token-samples.ts'
import { config } from './config.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { CodeTabs } from '#ui/code/code-tabs.tsx'

/** Explains how a builder's server authenticates members: code for the page and for the server. */
export default function MembersOnServer({ publicKey, level = 3 }: { publicKey: string; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  const [language, setLanguage] = useState<TokenSample['language']>('JavaScript')
  const samples = tokenSamples(config.url, publicKey)
  const { install } = samples.find((one) => one.language === language)!
  return (
    <section aria-labelledby="auth-server">
      <Heading id="auth-server" className={level === 2 ? 'text-heading' : 'text-subheading'}>
        Members on your server
      </Heading>
      <p className="mt-0.5 mb-3 text-text-2">
        A page on one of your listed sites requests a token and sends it to your server. Your server verifies
        it with our public keys, without calling us. The token is valid for five minutes and gives no access
        to the member's account.
      </p>
      <div className="flex flex-col gap-3">
        <CodeBlock name="Your page" code={PAGE_SAMPLE} />
        <CodeTabs
          label="Your server"
          value={language}
          onChange={setLanguage}
          tabs={samples.map(({ language: label, code }) => ({ value: label, label, code }))}
        />
        <p className="text-small text-text-2">
          Install the library: <code className="font-mono text-mono">{install}</code>
        </p>
      </div>
    </section>
  )
}
