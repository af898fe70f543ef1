import * as z from 'zod'

/** Settings for text messages; kernel/config.ts reads them with all others. */
export const smsSettings = {
  SMS_URL: z
    .string()
    .refine(
      (value) => value.startsWith('https://') && URL.canParse(value),
      'must be an address like https://sms.example/send',
    )
    .optional(),
  SMS_TOKEN: z.string().optional(),
  SMS_TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/, 'must be AC and 32 hexadecimal digits, from the Twilio console')
    .optional(),
  SMS_TWILIO_AUTH_TOKEN: z.string().optional(),
  SMS_TWILIO_FROM: z
    .string()
    .regex(/^(?:\+[1-9]\d{6,14}|MG[0-9a-f]{32}|[A-Za-z0-9 ]{1,11})$/, 'must be a number, a name or MG…')
    .optional(),
}

type SmsSettings = { [Name in keyof typeof smsSettings]?: string | undefined }

/** How text messages are sent; undefined if they are not. */
export type SmsConfig =
  | { provider: 'webhook' | 'sandbox'; url: string; token?: string | undefined }
  | { provider: 'twilio'; accountSid: string; authToken: string; from: string }

/** @param sandboxUrl the running sandbox, whose inbox receives text messages when no provider is configured */
export function smsConfig(s: SmsSettings, sandboxUrl: string | undefined): SmsConfig | undefined {
  if (s.SMS_TWILIO_ACCOUNT_SID && s.SMS_TWILIO_AUTH_TOKEN && s.SMS_TWILIO_FROM)
    return {
      provider: 'twilio',
      accountSid: s.SMS_TWILIO_ACCOUNT_SID,
      authToken: s.SMS_TWILIO_AUTH_TOKEN,
      from: s.SMS_TWILIO_FROM,
    }
  if (s.SMS_URL) return { provider: 'webhook', url: s.SMS_URL, token: s.SMS_TOKEN }
  return sandboxUrl ? { provider: 'sandbox', url: `${sandboxUrl}/sms` } : undefined
}

/** Describes incomplete settings, with the remedy. */
export function smsFaults(s: SmsSettings): string[] {
  const twilio = ['SMS_TWILIO_ACCOUNT_SID', 'SMS_TWILIO_AUTH_TOKEN', 'SMS_TWILIO_FROM'] as const
  const missing = twilio.filter((name) => !s[name])
  const faults =
    missing.length && missing.length < twilio.length
      ? [`${missing.join(' and ')} is missing: Twilio needs all of ${twilio.join(', ')}`]
      : []
  if (s.SMS_URL && missing.length < twilio.length)
    faults.push('SMS_URL and SMS_TWILIO_… are both set: choose one')
  if (s.SMS_URL && !s.SMS_TOKEN) faults.push('SMS_TOKEN is missing: the bearer token that SMS_URL asks for')
  return faults
}
