import type { Audience } from '#kernel/browser/audience.ts'
import { type AudienceNames, audienceSentence } from '#studio/audience/audience-sentence.ts'
import type { Bucket } from './bucket.ts'

type Opened = Pick<Bucket, 'public' | 'member_folders'>

/** Reads who reaches the files of a bucket as text: `Members with the role Club can read all files.` */
export function accessSentence(bucket: Opened, rule: Audience | null, names: AudienceNames): string {
  const sentences = [
    ...(rule && rule.any.length > 0 ? [`${audienceSentence(rule, names)} can read all files.`] : []),
    ...(bucket.member_folders ? ['Each member can read and write in their own folder.'] : []),
    ...(bucket.public ? ['Everyone who has the address of a file can open it.'] : []),
  ]
  return sentences.join(' ') || 'Only you and your staff can read and write.'
}

/** What a creator may not have intended; undefined if there is nothing. */
export const accessWarning = (bucket: Opened, rule: Audience | null): string | undefined =>
  bucket.public && (rule || bucket.member_folders)
    ? 'Public addresses open every file, also those in members’ folders. The rules above then only decide who can list files and write.'
    : undefined
