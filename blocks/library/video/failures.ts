/** Why a video was not converted, as the Studio says it. The uploaded file is served in each case. */
export const FAILURES = {
  file_missing: 'The uploaded file does not exist any more. Upload it again.',
  not_video:
    'The file is not a video that can be converted. Upload an MP4, MOV, WebM, MKV, AVI or MPEG-TS file.',
  no_picture: 'The file has no moving picture.',
  too_long: 'The video is longer than this server converts.',
  too_large: 'The picture of the video has more than 8192 pixels on one side.',
  damaged: 'The file is damaged: it could not be decoded to its end.',
  no_encoder: 'The ffmpeg of this server cannot encode H.264 (libx264) and AAC.',
  timeout: 'The conversion took too long and was stopped.',
  storage_full: 'There is not enough storage for the converted video.',
  interrupted: 'The server stopped three times during the conversion.',
  unexpected: 'The conversion failed.',
} as const

export type Failure = keyof typeof FAILURES

/** The video cannot be converted; trying again does not help. */
export class ConversionFailed extends Error {
  readonly failure: Failure
  constructor(failure: Failure, cause?: unknown) {
    super(FAILURES[failure], { cause })
    this.failure = failure
  }
}

/** The message of a stored code. */
export const failureText = (code: string): string =>
  Object.hasOwn(FAILURES, code) ? FAILURES[code as Failure] : FAILURES.unexpected
