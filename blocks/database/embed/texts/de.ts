import { number } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Formular',
  optional: '(freiwillig)',
  choose: 'Bitte wählen...',
  next: 'Weiter',
  back: 'Zurück',
  send: 'Senden',
  sending: 'Wird gesendet...',
  step: (at, of) => `Schritt ${number(at)} von ${number(of)}`,
  thanks: 'Vielen Dank. Ihre Angaben sind angekommen.',
  waits: 'Der Eintrag erscheint auf der Website, sobald er freigegeben ist.',
  another: 'Noch einmal ausfüllen',
  signIn: 'Anmelden',
  states: {
    closed: 'Dieses Formular ist geschlossen.',
    not_yet: 'Dieses Formular ist noch nicht offen.',
    opens: (day) => `Dieses Formular öffnet am ${day}.`,
    ended: 'Die Zeit für dieses Formular ist abgelaufen.',
    full: 'Dieses Formular nimmt keine weiteren Einträge an.',
    sign_in: 'Melden Sie sich an, um dieses Formular auszufüllen.',
    not_for_you:
      'Dieses Formular ist nur für bestimmte Mitglieder. Fragen Sie den Betreiber dieser Website nach Zugang.',
    done: 'Sie haben dieses Formular schon gesendet.',
  },
  faults: {
    required: 'Bitte füllen Sie dies aus.',
    tick: 'Bitte kreuzen Sie dies an.',
    type: 'Das ist nicht gültig.',
    too_short: 'Geben Sie mindestens # Zeichen ein.',
    too_long: 'Geben Sie höchstens # Zeichen ein.',
    too_small: 'Geben Sie # oder mehr ein.',
    too_large: 'Geben Sie # oder weniger ein.',
    pattern: 'Das hat nicht die verlangte Form.',
    choice: 'Wählen Sie eine der Möglichkeiten.',
    too_few: 'Wählen Sie mindestens #.',
    too_many: 'Wählen Sie höchstens #.',
    unique: 'Das wurde schon einmal gesendet. Geben Sie etwas anderes ein.',
  },
  kinds: {
    number: 'Geben Sie eine Zahl ein.',
    money: 'Geben Sie einen Betrag ein, zum Beispiel 12,50.',
    date: 'Geben Sie ein Datum ein.',
    date_time: 'Geben Sie Datum und Uhrzeit ein.',
    email: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
    link: 'Geben Sie eine Webadresse ein, zum Beispiel https://example.com.',
    phone: 'Geben Sie eine Telefonnummer ein.',
  },
  errors: {
    no_tenant: 'Kein Arbeitsbereich angegeben',
    tenant_not_found: 'Arbeitsbereich nicht gefunden',
    load_failed: 'Das Formular konnte nicht geladen werden',
    no_form: 'Dieses Formular gibt es nicht',
    unexpected: 'Das konnte nicht gesendet werden. Bitte versuchen Sie es noch einmal.',
    codes: {
      network:
        'Keine Verbindung. Prüfen Sie Ihr Netz und versuchen Sie es noch einmal. Ihre Eingaben sind noch da.',
      too_many_requests: 'Zu viele Anfragen. Bitte versuchen Sie es später noch einmal.',
      session_ended: 'Ihre Sitzung ist beendet. Bitte melden Sie sich noch einmal an.',
      not_available: 'Das ist gerade nicht verfügbar.',
      form_not_found: 'Dieses Formular gibt es nicht mehr.',
      form_outdated:
        'Dieses Formular kann gerade nicht gesendet werden. Bitte sagen Sie dem Betreiber dieser Website Bescheid.',
      already_sent: 'Das wurde schon gesendet. Laden Sie die Seite neu, um noch etwas zu senden.',
      looks_automated: 'Das sah automatisch aus. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
      bad_ticket:
        'Ihr Browser konnte das nicht vorbereiten. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    },
  },
}
