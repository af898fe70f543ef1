import type { Bucket } from './bucket.ts'

export interface BucketCode {
  value: 'upload' | 'read' | 'address'
  label: string
  code: string
}

export interface CodeFor {
  /** Origin of the service. */
  url: string
  /** The tenant's public key. */
  publicKey: string
  bucket: Pick<Bucket, 'id' | 'public' | 'member_folders' | 'read_audience_id'>
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** The public address of a file. */
export const publicAddress = (url: string, publicKey: string, bucket: string, file: string): string =>
  `${url}/storage/v1/object/public/${publicKey}/${[bucket, ...file.split('/')].map(encodeURIComponent).join('/')}`

/** Code for the creator's page, for what its visitors may do; none for a bucket that only the staff reach. */
export function bucketCode({ url, publicKey, bucket }: CodeFor): BucketCode[] {
  const start = `import { createClient } from '@supabase/supabase-js'

const supabase = createClient(${quoted(url)}, ${quoted(publicKey)})
const files = supabase.storage.from(${quoted(bucket.id)})
`
  const member = `// The member who is signed in\nconst { data: { user } } = await supabase.auth.getUser()\n`
  const codes: BucketCode[] = []
  if (bucket.member_folders)
    codes.push({
      value: 'upload',
      label: 'Upload',
      code: `${start}
${member}const path = \`\${user.id}/\${file.name}\` // file is from an <input type="file">
const { error } = await files.upload(path, file, { upsert: true })
if (error) throw error`,
    })
  if (bucket.read_audience_id)
    codes.push({
      value: 'read',
      label: 'List and download',
      code: `${start}
const { data: list } = await files.list()
const { data: link } = await files.createSignedUrl('minutes.pdf', 60)
// link.signedUrl opens the file for 60 seconds`,
    })
  else if (bucket.member_folders)
    codes.push({
      value: 'read',
      label: 'List and download',
      code: `${start}
${member}const { data: list } = await files.list(user.id)
const { data: link } = await files.createSignedUrl(\`\${user.id}/photo.jpg\`, 60)
// link.signedUrl opens the file for 60 seconds`,
    })
  if (bucket.public)
    codes.push({
      value: 'address',
      label: 'Public address',
      code: `<img src="${publicAddress(url, publicKey, bucket.id, 'photo.jpg')}" alt="">`,
    })
  return codes
}
