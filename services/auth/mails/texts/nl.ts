import type { MailTexts } from './mail-texts.ts'

const once = (life: string) => `De link en de code werken één keer, ${life} lang.`
const allGood = 'Was u het zelf, dan hoeft u niets te doen.'
const notYou =
  'Was u het niet, kies dan meteen een nieuw wachtwoord met “Wachtwoord vergeten?” op de inlogpagina: alle andere apparaten worden dan uitgelogd.'

export const nl: MailTexts = {
  orCode: 'Of voer deze code in:',
  codeAlone: 'Voer deze code in:',
  signup: (brand) => ({
    subject: `Bevestig uw e-mailadres voor ${brand}`,
    lines: [`Bedankt voor uw registratie bij ${brand}.`, 'Bevestig dat dit uw e-mailadres is.'],
    button: 'E-mailadres bevestigen',
    closing: [
      once('een dag'),
      'Hebt u zich niet geregistreerd, negeer dan deze e-mail: zonder u wordt er geen account geopend.',
    ],
  }),
  invite: (brand) => ({
    subject: `U bent uitgenodigd bij ${brand}`,
    lines: [`U bent uitgenodigd om een account te openen bij ${brand}.`],
    button: 'Uitnodiging aannemen',
    closing: [once('een dag'), 'Wilt u geen account, negeer dan deze e-mail.'],
  }),
  magiclink: (brand) => ({
    subject: `Inloggen bij ${brand}`,
    lines: [`Hier is uw link om in te loggen bij ${brand}.`],
    button: 'Inloggen',
    closing: [
      once('een uur'),
      'Hebt u er niet om gevraagd, negeer dan deze e-mail. Zonder deze e-mail kan niemand inloggen: geef de code aan niemand.',
    ],
  }),
  recovery: (brand) => ({
    subject: `Een nieuw wachtwoord voor ${brand}`,
    lines: [`Iemand, waarschijnlijk u, vroeg om een nieuw wachtwoord voor uw account bij ${brand}.`],
    button: 'Nieuw wachtwoord kiezen',
    closing: [
      once('een uur'),
      'Was u het niet, negeer dan deze e-mail: uw wachtwoord blijft zoals het is. Geef de code aan niemand.',
    ],
  }),
  email_change_current: (brand, newEmail) => ({
    subject: `Bevestig de wijziging van uw e-mailadres bij ${brand}`,
    lines: [
      `Het e-mailadres van uw account bij ${brand} wordt gewijzigd in ${newEmail}.`,
      'Bevestig dat u dit wilt. Het nieuwe adres krijgt een eigen e-mail.',
    ],
    button: 'Wijziging bevestigen',
    closing: [once('een uur'), notYou],
  }),
  email_change_new: (brand, newEmail) => ({
    subject: `Bevestig uw nieuwe e-mailadres voor ${brand}`,
    lines: [`${newEmail} wordt het e-mailadres van een account bij ${brand}.`, 'Bevestig dat het van u is.'],
    button: 'Nieuw e-mailadres bevestigen',
    closing: [once('een uur'), 'Hebt u hier niet om gevraagd, negeer dan deze e-mail: er verandert niets.'],
  }),
  reauthentication: (brand) => ({
    subject: `Uw code voor ${brand}`,
    lines: [`Met deze code bevestigt u een wijziging in uw account bij ${brand}.`],
    closing: [
      'De code werkt één keer, een uur lang.',
      'Hebt u er niet om gevraagd, dan is iemand anders als u ingelogd. Geef de code aan niemand.',
      notYou,
    ],
  }),
  already_registered: (brand) => ({
    subject: `U hebt al een account bij ${brand}`,
    lines: [
      `Iemand, waarschijnlijk u, wilde zich met dit e-mailadres registreren bij ${brand}.`,
      'U hebt al een account. Log in met het wachtwoord van toen, of kies een nieuw met “Wachtwoord vergeten?”.',
    ],
    button: 'Inloggen',
    closing: ['Was u het niet, dan hoeft u niets te doen: uw account is niet veranderd.'],
  }),
  password_changed: (brand) => ({
    subject: `Uw wachtwoord voor ${brand} is gewijzigd`,
    lines: [`Het wachtwoord van uw account bij ${brand} is zojuist gewijzigd.`],
    button: 'Inloggen',
    closing: [allGood, notYou],
  }),
  email_changed: (brand, newEmail) => ({
    subject: `Uw e-mailadres bij ${brand} is gewijzigd`,
    lines: [
      `Het e-mailadres van uw account bij ${brand} is nu ${newEmail}.`,
      'Met dit adres logt u niet meer in.',
    ],
    closing: [
      allGood,
      `Was u het niet, meld het dan meteen aan ${brand}: deze mailbox opent het account niet meer.`,
    ],
  }),
  factor_added: (brand, name) => ({
    subject: `Uw account bij ${brand} heeft een tweede stap`,
    lines: [`Bij het inloggen bij ${brand} wordt nu ook om “${name}” gevraagd.`],
    button: 'Inloggen',
    closing: [allGood, notYou],
  }),
  factor_removed: (brand, name) => ({
    subject: `Een tweede stap van uw account bij ${brand} is verwijderd`,
    lines: [`Bij het inloggen bij ${brand} wordt niet meer om “${name}” gevraagd.`],
    button: 'Inloggen',
    closing: [allGood, notYou],
  }),
  passkey_added: (brand, name) => ({
    subject: `Uw account bij ${brand} heeft een nieuwe passkey`,
    lines: [`De passkey “${name}” opent nu uw account bij ${brand}.`],
    button: 'Inloggen',
    closing: [
      allGood,
      'Was u het niet, verwijder dan de passkey op uw accountpagina en kies een nieuw wachtwoord.',
    ],
  }),
  passkey_removed: (brand, name) => ({
    subject: `Een passkey van uw account bij ${brand} is verwijderd`,
    lines: [`De passkey “${name}” opent uw account bij ${brand} niet meer.`],
    button: 'Inloggen',
    closing: [allGood, notYou],
  }),
  identity_added: (brand, name) => ({
    subject: `Uw account bij ${brand} is gekoppeld aan ${name}`,
    lines: [`Inloggen met ${name} opent nu ook uw account bij ${brand}.`],
    button: 'Inloggen',
    closing: [
      allGood,
      'Was u het niet, verbreek dan de koppeling op uw accountpagina en kies een nieuw wachtwoord.',
    ],
  }),
  identity_removed: (brand, name) => ({
    subject: `Uw account bij ${brand} is niet meer gekoppeld aan ${name}`,
    lines: [`Inloggen met ${name} opent uw account bij ${brand} niet meer.`],
    button: 'Inloggen',
    closing: [allGood, notYou],
  }),
  account_deleted: (brand) => ({
    subject: `Uw account bij ${brand} is verwijderd`,
    lines: [`Uw account bij ${brand} bestaat niet meer.`],
    closing: [`Was u het niet, meld het dan meteen aan ${brand}.`],
  }),
}
