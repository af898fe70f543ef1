import { authErrors } from '../errors.ts'

/** E.164: at most 15 digits; the first is not 0. */
const NUMBER = /^[1-9][0-9]{6,14}$/

/**
 * Normalizes a number to the form that is stored and compared: E.164 without the plus, as clients of this
 * protocol read it.
 */
export const normalizePhone = (text: string): string =>
  text.replace(/[\s().-]/g, '').replace(/^(?:\+|00)/, '')

/**
 * Returns the normalized number if text messages can be sent to it.
 * @throws {AppError} 400 validation_failed
 */
export function requirePhoneNumber(text: string): string {
  const phone = normalizePhone(text)
  if (!NUMBER.test(phone))
    throw authErrors.validation_failed({ text: 'Invalid phone number format (E.164 required)' })
  return phone
}
