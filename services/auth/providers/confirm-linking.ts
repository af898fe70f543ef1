import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { directionOf, type Language } from '#kernel/browser/languages.ts'
import { isolated } from '#kernel/browser/local.ts'
import type { AppContext } from '#kernel/http/context.ts'
import { localeOf } from '../mails/locale.ts'
import type { Pool } from '../pool.ts'
import { fromOwnPage } from '../sessions/session-cookie.ts'

// A user who adds a provider to their account from another site gets one of our addresses and may send it to
// another person, whose provider account would then open theirs. So the browser that opens it must confirm
// first.

interface Texts {
  title: (provider: string) => string
  text: (provider: string, account: string, brand: string) => string
  warning: string
  button: string
}

const texts: Record<Language, Texts> = {
  en: {
    title: (provider) => `Connect ${provider}?`,
    text: (provider, account, brand) =>
      `You will be able to sign in to the account ${account} at ${brand} with your ${provider} account.`,
    warning: 'Close this page if someone sent you this link or if that account is not yours.',
    button: 'Connect to my account',
  },
  de: {
    title: (provider) => `${provider} verbinden?`,
    text: (provider, account, brand) =>
      `Ihr Konto bei ${provider} wird das Konto ${account} bei ${brand} öffnen.`,
    warning:
      'Hat Ihnen jemand diesen Link geschickt, oder ist das nicht Ihr Konto? Dann schließen Sie diese Seite.',
    button: 'Mit meinem Konto verbinden',
  },
  fr: {
    title: (provider) => `Associer ${provider} ?`,
    text: (provider, account, brand) =>
      `Votre compte ${provider} ouvrira le compte ${account} chez ${brand}.`,
    warning: 'Quelqu’un vous a envoyé ce lien, ou ce compte n’est pas le vôtre ? Alors fermez cette page.',
    button: 'Associer à mon compte',
  },
  es: {
    title: (provider) => `¿Conectar ${provider}?`,
    text: (provider, account, brand) => `Su cuenta de ${provider} abrirá la cuenta ${account} en ${brand}.`,
    warning: '¿Alguien le ha enviado este enlace, o esa cuenta no es suya? Entonces cierre esta página.',
    button: 'Conectar con mi cuenta',
  },
  it: {
    title: (provider) => `Collegare ${provider}?`,
    text: (provider, account, brand) => `Il suo account ${provider} aprirà l’account ${account} su ${brand}.`,
    warning: 'Questo link le è stato mandato da qualcuno, o l’account non è il suo? Allora chiuda la pagina.',
    button: 'Collega al mio account',
  },
  pt: {
    title: (provider) => `Ligar ${provider}?`,
    text: (provider, account, brand) => `A sua conta ${provider} vai abrir a conta ${account} em ${brand}.`,
    warning: 'Alguém lhe enviou este link, ou essa conta não é sua? Então feche esta página.',
    button: 'Ligar à minha conta',
  },
  nl: {
    title: (provider) => `${provider} koppelen?`,
    text: (provider, account, brand) =>
      `Uw account bij ${provider} opent dan het account ${account} bij ${brand}.`,
    warning: 'Heeft iemand u deze link gestuurd, of is dat account niet van u? Sluit dan deze pagina.',
    button: 'Koppelen aan mijn account',
  },
  pl: {
    title: (provider) => `Połączyć z ${provider}?`,
    text: (provider, account, brand) => `Konto ${provider} będzie otwierać konto ${account} w ${brand}.`,
    warning: 'Czy ktoś przysłał ten link albo to nie Państwa konto? W takim razie proszę zamknąć tę stronę.',
    button: 'Połącz z moim kontem',
  },
  ja: {
    title: (provider) => `${provider} と連携しますか？`,
    text: (provider, account, brand) =>
      `${provider} のアカウントで、${brand} のアカウント ${account} を開けるようになります。`,
    warning:
      'このリンクは誰かから送られてきましたか？または、ご自身のアカウントではありませんか？その場合はこのページを閉じてください。',
    button: '自分のアカウントと連携する',
  },
  ar: {
    title: (provider) => `هل تريد ربط ${isolated(provider)}؟`,
    text: (provider, account, brand) =>
      `سيفتح حسابك في ${isolated(provider)} الحساب ${isolated(account)} في ${isolated(brand)}.`,
    warning: 'هل أرسل إليك أحدهم هذا الرابط، أو ليس هذا الحساب لك؟ إذن أغلق هذه الصفحة.',
    button: 'الربط مع حسابي',
  },
}

const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;font:16px/1.5 system-ui,sans-serif;padding:24px}
main{max-width:26rem;overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}p{margin:0 0 .75rem}
button{font:inherit;min-height:44px;padding:8px 16px;cursor:pointer}`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/**
 * Whether the user must confirm before this request continues, which is the case for a browser that did not
 * press the button of our own page. Browsers request a page in `Accept`, and newer ones send Fetch Metadata.
 * A program that follows the address with the session does neither and has no user to confirm.
 */
export function needsConfirmation(c: AppContext): boolean {
  if (c.req.method === 'POST') return !fromOwnPage(c)
  const page = (c.req.header('accept') ?? '').toLowerCase().includes('text/html')
  return page || c.req.header('sec-fetch-mode') !== undefined
}

/**
 * The confirmation page. Opening it uses nothing up, its button posts to the same address, and no page can
 * frame it.
 */
export function linkingPage(
  c: AppContext,
  pool: Pool,
  { provider, account }: { provider: string; account: string },
): Response | Promise<Response> {
  const locale = localeOf(undefined, c.req.header('accept-language'))
  const { title, text, warning, button } = texts[locale]
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'`,
  )
  const { pathname, search } = new URL(c.req.url)
  return c.html(
    html`<!doctype html>
      <html lang="${locale}" dir="${directionOf(locale)}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title(provider)}</title>
          ${raw(`<style>${STYLE}</style>`)}
        </head>
        <body>
          <main>
            <h1>${title(provider)}</h1>
            <p><strong>${text(provider, account, pool.tenant?.name ?? 'Bolt Blocks')}</strong></p>
            <p>${warning}</p>
            <form method="post" action="${pathname + search}"><button>${button}</button></form>
          </main>
        </body>
      </html>`,
  )
}
