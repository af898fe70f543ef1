import { number } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Bibliothek',
  search: 'Bibliothek durchsuchen',
  find: 'Suchen',
  empty: 'Hier gibt es noch nichts.',
  more: 'Mehr anzeigen',
  back: 'Zurück',
  loading: 'Wird geladen…',
  locked: 'Für Mitglieder',
  finished: 'Abgeschlossen',
  finish: 'Als abgeschlossen markieren',
  start: 'Kurs beginnen',
  openLink: 'Link öffnen',
  download: (name) => `${name} herunterladen`,
  progress: (done, of) => `${number(done)} von ${number(of)} Lektionen abgeschlossen`,
  missing: 'Das ist nicht verfügbar',
  missingText:
    'Es existiert nicht oder ist nur für bestimmte Mitglieder. Melden Sie sich an, wenn Sie Zugang haben.',
  player: { speed: 'Tempo', captions: 'Untertitel', off: 'Aus', chapters: 'Kapitel' },
  kinds: {
    article: 'Artikel',
    link: 'Verweis',
    file: 'Datei',
    audio: 'Hörbeitrag',
    video: 'Film',
    course: 'Kurs',
  },
  closed: {
    forMembers: 'Das ist für Mitglieder.',
    forMembersOf: (names) => `Das ist für Mitglieder mit ${names}.`,
    signIn: 'Anmelden',
    buy: 'Zugang erhalten',
    buyFor: (price) => `Zugang für ${price}`,
    ask: 'Bitten Sie den Betreiber dieser Website um Zugang.',
    opens: (day) => `Öffnet sich am ${day}`,
    afterStart: 'Öffnet sich, nachdem Sie den Kurs begonnen haben',
  },
  errors: {
    no_tenant: 'Kein Mandant angegeben',
    tenant_not_found: 'Mandant nicht gefunden',
    load_failed: 'Die Bibliothek konnte nicht geladen werden. Versuchen Sie es später erneut.',
    media: 'Die Datei konnte nicht abgespielt werden. Laden Sie die Seite neu.',
    unexpected: 'Ein Fehler ist aufgetreten. Bitte versuchen Sie es erneut.',
  },
}
