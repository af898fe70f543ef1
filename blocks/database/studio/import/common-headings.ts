import type { Field, FieldKind } from '#kernel/browser/fields/field.ts'

const wordsOf = (text: string) => text.trim().split(/\s+/)

/**
 * Headings that other programs give to a column, in the languages of the blocks: each list is one thing. Only what is unambiguous is
 * here, because a wrong field is worse than a new one.
 */
const SAME: readonly { kinds: readonly FieldKind[]; headings: readonly string[] }[] = [
  {
    kinds: ['email'],
    headings: wordsOf(`
      email emails mail emailaddress mailaddress youremail contactemail emailadresse mailadresse adressemail
      adresseemail courriel adresseelectronique correo correoelectronico direcciondecorreo
      direcciondecorreoelectronico indirizzoemail postaelettronica enderecodeemail correioeletronico emailadres
      mailadres adresemail メール メールアドレス eメール البريدالإلكتروني بريدإلكتروني الإيميل`),
  },
  {
    kinds: ['phone'],
    headings: wordsOf(`
      phone phonenumber telephone telephonenumber tel mobile mobilenumber cell telefon telefonnummer handy
      handynummer mobil mobilnummer portable numerodetelephone telefono numerodetelefono movil cellulare
      numeroditelefono telefone numerodetelefone telemovel celular telefoonnummer telefoon mobiel numertelefonu
      komorka 電話 電話番号 携帯電話 الهاتف رقمالهاتف الجوال`),
  },
  {
    kinds: ['text'],
    headings: wordsOf(`
      name fullname yourname namen vollstandigername nom nomcomplet nombre nombrecompleto nome nomecompleto
      volledigenaam naam imieinazwisko 名前 氏名 お名前 الاسم الاسمالكامل`),
  },
]

/** A heading without case, accents, blanks and marks, which programs set in many ways. */
const plainOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, '')

/** The only field that a common heading can mean: it has the heading's kind and one of its other titles. */
export function fieldOfHeading(fields: readonly Field[], title: string): Field | undefined {
  const plain = plainOf(title)
  const same = SAME.find(({ headings }) => headings.includes(plain))
  if (!same) return undefined
  const found = fields.filter(
    (field) => same.kinds.includes(field.kind) && same.headings.includes(plainOf(field.title)),
  )
  return found.length === 1 ? found[0] : undefined
}
