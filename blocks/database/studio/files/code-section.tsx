import { useState } from 'react'
import { config } from '#studio/config.ts'
import { CodeTabs } from '#ui/code/code-tabs.tsx'
import { bucketCode } from './bucket-code.ts'
import type { BucketPageProps } from './bucket-page.tsx'

/** Code to paste into the creator's page, for what the access of the bucket allows. */
export function CodeSection({ tenant, bucket }: BucketPageProps) {
  const [shown, setShown] = useState<'upload' | 'read' | 'address'>('upload')
  const codes = bucketCode({ url: config.url, publicKey: tenant.public_key ?? 'pk_…', bucket })
  return (
    <section aria-labelledby="code-title">
      <h2 id="code-title" className="mb-3 text-subheading">
        Code for your site
      </h2>
      {codes.length === 0 ? (
        <p className="text-text-2">Open the bucket above: then the code for your page is here.</p>
      ) : (
        <CodeTabs
          label="Code"
          value={codes.some(({ value }) => value === shown) ? shown : codes[0]!.value}
          onChange={setShown}
          tabs={codes}
        />
      )}
    </section>
  )
}
