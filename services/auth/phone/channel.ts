import { authErrors } from '../errors.ts'

/** Codes are only sent by text message. @throws {AppError} 400 validation_failed for another channel */
export function readChannel(channel: string | null | undefined): void {
  if (channel && channel !== 'sms')
    throw authErrors.validation_failed({ text: 'Invalid channel, supported value is "sms"' })
}
