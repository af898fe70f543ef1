import { invalid } from '../api/errors.ts'

/** Validates an absolute http or https URL and returns it unchanged. @throws url_invalid naming `param` */
export function webAddress(text: string, param: string): string {
  // The placeholder of success_url contains braces, which are not valid everywhere in a URL.
  const parsed = URL.parse(text.replaceAll('{CHECKOUT_SESSION_ID}', 'CHECKOUT_SESSION_ID'))
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:'))
    throw invalid(`Not a valid URL: ${param} must begin with http:// or https://.`, param, 'url_invalid')
  return text
}
