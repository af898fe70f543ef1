import type { MailTexts } from './mail-texts.ts'

const once = (life: string) => `Link und Code gelten einmal, ${life} lang.`
const notYou =
  'Waren Sie es nicht, wählen Sie sofort über „Passwort vergessen?“ auf der Anmeldeseite ein neues Passwort: Alle anderen Geräte werden dabei abgemeldet.'

export const de: MailTexts = {
  orCode: 'Oder geben Sie diesen Code ein:',
  codeAlone: 'Geben Sie diesen Code ein:',
  signup: (brand) => ({
    subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${brand}`,
    lines: [
      `Danke für Ihre Registrierung bei ${brand}.`,
      'Bitte bestätigen Sie, dass dies Ihre E-Mail-Adresse ist.',
    ],
    button: 'E-Mail-Adresse bestätigen',
    closing: [
      once('einen Tag'),
      'Haben Sie sich nicht registriert, ignorieren Sie diese Mail: Ohne Sie wird kein Konto eröffnet.',
    ],
  }),
  invite: (brand) => ({
    subject: `Sie sind zu ${brand} eingeladen`,
    lines: [`Sie sind eingeladen, ein Konto bei ${brand} zu eröffnen.`],
    button: 'Einladung annehmen',
    closing: [once('einen Tag'), 'Möchten Sie kein Konto, ignorieren Sie diese Mail.'],
  }),
  magiclink: (brand) => ({
    subject: `Anmelden bei ${brand}`,
    lines: [`Hier ist Ihr Link zur Anmeldung bei ${brand}.`],
    button: 'Anmelden',
    closing: [
      once('eine Stunde'),
      'Haben Sie ihn nicht angefordert, ignorieren Sie diese Mail. Ohne sie kann sich niemand anmelden: Geben Sie den Code niemandem.',
    ],
  }),
  recovery: (brand) => ({
    subject: `Neues Passwort für ${brand}`,
    lines: [`Jemand, vermutlich Sie, möchte ein neues Passwort für Ihr Konto bei ${brand}.`],
    button: 'Neues Passwort wählen',
    closing: [
      once('eine Stunde'),
      'Waren Sie es nicht, ignorieren Sie diese Mail: Ihr Passwort bleibt, wie es ist. Geben Sie den Code niemandem.',
    ],
  }),
  email_change_current: (brand, newEmail) => ({
    subject: `Bestätigen Sie die Änderung Ihrer E-Mail-Adresse bei ${brand}`,
    lines: [
      `Die E-Mail-Adresse Ihres Kontos bei ${brand} soll auf ${newEmail} geändert werden.`,
      'Bitte bestätigen Sie, dass Sie das möchten. Die neue Adresse erhält eine eigene Mail.',
    ],
    button: 'Änderung bestätigen',
    closing: [once('eine Stunde'), notYou],
  }),
  email_change_new: (brand, newEmail) => ({
    subject: `Bestätigen Sie Ihre neue E-Mail-Adresse für ${brand}`,
    lines: [
      `${newEmail} soll die E-Mail-Adresse eines Kontos bei ${brand} werden.`,
      'Bitte bestätigen Sie, dass es Ihre ist.',
    ],
    button: 'Neue E-Mail-Adresse bestätigen',
    closing: [
      once('eine Stunde'),
      'Wollten Sie das nicht, ignorieren Sie diese Mail: Es ändert sich nichts.',
    ],
  }),
  reauthentication: (brand) => ({
    subject: `Ihr Code für ${brand}`,
    lines: [`Mit diesem Code bestätigen Sie eine Änderung an Ihrem Konto bei ${brand}.`],
    closing: [
      'Der Code gilt einmal, eine Stunde lang.',
      'Haben Sie ihn nicht angefordert, ist jemand als Sie angemeldet. Geben Sie den Code niemandem.',
      notYou,
    ],
  }),
  already_registered: (brand) => ({
    subject: `Sie haben schon ein Konto bei ${brand}`,
    lines: [
      `Jemand, vermutlich Sie, wollte sich mit dieser E-Mail-Adresse bei ${brand} registrieren.`,
      'Sie haben schon ein Konto. Melden Sie sich mit Ihrem damaligen Passwort an, oder wählen Sie über „Passwort vergessen?“ ein neues.',
    ],
    button: 'Anmelden',
    closing: ['Waren Sie es nicht, ist nichts zu tun: Ihr Konto ist unverändert.'],
  }),
  password_changed: (brand) => ({
    subject: `Ihr Passwort für ${brand} wurde geändert`,
    lines: [`Das Passwort Ihres Kontos bei ${brand} wurde soeben geändert.`],
    button: 'Anmelden',
    closing: ['Waren Sie es, ist nichts zu tun.', notYou],
  }),
  email_changed: (brand, newEmail) => ({
    subject: `Ihre E-Mail-Adresse bei ${brand} wurde geändert`,
    lines: [
      `Die E-Mail-Adresse Ihres Kontos bei ${brand} ist jetzt ${newEmail}.`,
      'Mit dieser Adresse melden Sie sich nicht mehr an.',
    ],
    closing: [
      'Waren Sie es, ist nichts zu tun.',
      `Waren Sie es nicht, sagen Sie es ${brand} sofort: Dieses Postfach öffnet das Konto nicht mehr.`,
    ],
  }),
  factor_added: (brand, name) => ({
    subject: `Ihr Konto bei ${brand} hat einen zweiten Anmeldeschritt`,
    lines: [`Die Anmeldung bei ${brand} fragt jetzt auch nach „${name}“.`],
    button: 'Anmelden',
    closing: ['Waren Sie es, ist nichts zu tun.', notYou],
  }),
  factor_removed: (brand, name) => ({
    subject: `Ein Anmeldeschritt Ihres Kontos bei ${brand} wurde entfernt`,
    lines: [`Die Anmeldung bei ${brand} fragt nicht mehr nach „${name}“.`],
    button: 'Anmelden',
    closing: ['Waren Sie es, ist nichts zu tun.', notYou],
  }),
  passkey_added: (brand, name) => ({
    subject: `Ihr Konto bei ${brand} hat einen neuen Passkey`,
    lines: [`Der Passkey „${name}“ öffnet jetzt Ihr Konto bei ${brand}.`],
    button: 'Anmelden',
    closing: [
      'Waren Sie es, ist nichts zu tun.',
      'Waren Sie es nicht, entfernen Sie den Passkey auf Ihrer Kontoseite und wählen Sie ein neues Passwort.',
    ],
  }),
  passkey_removed: (brand, name) => ({
    subject: `Ein Passkey Ihres Kontos bei ${brand} wurde entfernt`,
    lines: [`Der Passkey „${name}“ öffnet Ihr Konto bei ${brand} nicht mehr.`],
    button: 'Anmelden',
    closing: ['Waren Sie es, ist nichts zu tun.', notYou],
  }),
  identity_added: (brand, name) => ({
    subject: `Ihr Konto bei ${brand} ist mit ${name} verbunden`,
    lines: [`Die Anmeldung mit ${name} öffnet jetzt auch Ihr Konto bei ${brand}.`],
    button: 'Anmelden',
    closing: [
      'Waren Sie es, ist nichts zu tun.',
      'Waren Sie es nicht, trennen Sie die Verbindung auf Ihrer Kontoseite und wählen Sie ein neues Passwort.',
    ],
  }),
  identity_removed: (brand, name) => ({
    subject: `Ihr Konto bei ${brand} ist nicht mehr mit ${name} verbunden`,
    lines: [`Die Anmeldung mit ${name} öffnet Ihr Konto bei ${brand} nicht mehr.`],
    button: 'Anmelden',
    closing: ['Waren Sie es, ist nichts zu tun.', notYou],
  }),
  account_deleted: (brand) => ({
    subject: `Ihr Konto bei ${brand} wurde gelöscht`,
    lines: [`Ihr Konto bei ${brand} gibt es nicht mehr.`],
    closing: [`Waren Sie es nicht, sagen Sie es ${brand} sofort.`],
  }),
}
