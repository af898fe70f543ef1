import { invalid } from '../api/errors.ts'

/** An absolute http or https address, unchanged. @throws url_invalid naming `param` */
export function webAddress(text: string, param: string): string {
  // The template of success_url is no valid part of an address everywhere; its place is.
  const parsed = URL.parse(text.replaceAll('{CHECKOUT_SESSION_ID}', 'CHECKOUT_SESSION_ID'))
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:'))
    throw invalid(`Not a valid URL: ${param} must begin with http:// or https://.`, param, 'url_invalid')
  return text
}
