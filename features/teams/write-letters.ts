import { sql } from 'kysely'
import { languageOfTag } from '#kernel/browser/languages.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { writeLetter } from '#kernel/mail/letter.ts'
import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'
import type { Letter, Letters } from '#kernel/unit.ts'
import { invitationWords } from './texts/all.ts'

interface Ids {
  tenant: string
  invitation: string
}

/** The emails of this unit, by kind. */
export const letters: Letters = { 'team-invitation': writeInvitation }

/**
 * Writes the email with a new secret, of which only the hash is stored, so an email that is sent twice has one valid link:
 * the newer one. An invitation that was withdrawn meanwhile sends nothing.
 */
async function writeInvitation(kernel: Kernel, ids: Ids): Promise<Letter | undefined> {
  const secret = newToken()
  const { rows } = await kernel.database.asService('job: store the link of an invitation', (db) =>
    sql<{
      email: string
      locale: string | null
      page_url: string | null
      team: string
      site: string
      key: string
      origin: string | null
    }>`
      update public.team_invitations i set secret_hash = ${tokenHash(secret)}
      from public.teams t join public.tenants s on s.id = t.tenant_id
      where i.tenant_id = ${ids.tenant} and i.id = ${ids.invitation} and i.expires_at > now()
        and t.tenant_id = i.tenant_id and t.id = i.team_id
      returning i.email, i.locale, i.page_url, t.name as team, s.name as site, s.public_key as key,
        s.allowed_origins[1] as origin`.execute(db),
  )
  const [row] = rows
  if (!row) return undefined
  const language = languageOfTag(row.locale ?? '') ?? 'en'
  const words = invitationWords[language]({ team: row.team, site: row.site })
  const address = new URL(`${kernel.config.publicUrl}/embed/invitation`)
  address.searchParams.set('tenant', row.key)
  address.searchParams.set('invitation', secret)
  const back = row.page_url ?? (row.origin ? `${row.origin}/` : null)
  if (back) address.searchParams.set('redirect_to', back)
  address.searchParams.set('locale', language)
  return {
    to: row.email,
    ...writeLetter({
      brand: row.site,
      language,
      subject: words.subject,
      lines: looksLikeAddress(row.team) ? [words.subject] : words.lines,
      button: { label: words.button, address: address.href },
      closing: words.closing,
    }),
  }
}

/**
 * Whether mail programs could turn a part of the name into a link, which a member would then send in the tenant's name.
 * Browsers read three other dots as the ASCII one.
 * @see https://www.unicode.org/reports/tr46/#Notation
 */
const looksLikeAddress = (name: string): boolean =>
  /:\/\/|@|www[.。．｡]|[\p{L}\p{N}][.。．｡]\p{L}{2}|(?:\d{1,3}[.。．｡]){3}\d/iu.test(name)
