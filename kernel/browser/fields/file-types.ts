import type { Field } from './field.ts'

/**
 * Media types that files of rows can have, by the group that a field allows. All are found in the content (services/storage/record-files).
 * Documents that browsers would run in our origin, such as HTML and SVG, are in no group.
 */
export const FILE_GROUPS = {
  picture: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
  document: [
    'application/pdf',
    'text/plain',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.oasis.opendocument.text',
    'application/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.presentation',
    'application/x-ole-storage',
    'application/rtf',
  ],
  audio: ['audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/wav', 'audio/flac'],
  video: ['video/mp4', 'video/webm', 'video/quicktime'],
  archive: ['application/zip'],
} as const satisfies Record<string, readonly string[]>
export type FileGroup = keyof typeof FILE_GROUPS
export const FILE_GROUP_NAMES = Object.keys(FILE_GROUPS) as FileGroup[]

/** Megabytes (1,000,000 bytes) that a file may have: where the field says nothing, and at most. A picture is decoded, so less. */
export const DEFAULT_FILE_MB = 10
export const MOST_FILE_MB = 50
export const MOST_PICTURE_MB = 20

type FileField = Pick<Field, 'kind' | 'max' | 'types'>

export const isFileKind = (kind: Field['kind']): boolean => kind === 'file' || kind === 'image'

/** Most bytes of a file in a field. */
export const fileBytes = ({ kind, max = DEFAULT_FILE_MB }: FileField): number =>
  Math.min(max, kind === 'image' ? MOST_PICTURE_MB : MOST_FILE_MB) * 1_000_000

const groupsOf = ({ kind, types }: FileField): readonly FileGroup[] =>
  kind === 'image' ? ['picture'] : types && types.length > 0 ? types : FILE_GROUP_NAMES

/** Whether a field takes files of this media type. */
export const acceptsType = (field: FileField, type: string): boolean =>
  groupsOf(field).some((group) => (FILE_GROUPS[group] as readonly string[]).includes(type))

/** Endings for the file dialog of a browser; the content decides. */
const ENDINGS: Record<FileGroup, string> = {
  picture: 'image/jpeg,image/png,image/webp,image/gif,image/avif',
  document: '.pdf,.txt,.csv,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp,.rtf',
  audio: '.mp3,.m4a,.ogg,.wav,.flac',
  video: '.mp4,.webm,.mov',
  archive: '.zip',
}

/** The attribute `accept` of a file input. */
export const acceptOf = (field: FileField): string =>
  groupsOf(field)
    .map((group) => ENDINGS[group])
    .join(',')
