import type { MailTexts } from './mail-texts.ts'

const once = (life: string) => `Il link e il codice valgono una volta sola, per ${life}.`
const allGood = 'Se è stato lei, non c’è nulla da fare.'
const notYou =
  'Se non è stato lei, scelga subito una nuova password con «Password dimenticata?» nella pagina di accesso: tutti gli altri dispositivi vengono disconnessi.'

export const it: MailTexts = {
  orCode: 'Oppure inserisca questo codice:',
  codeAlone: 'Inserisca questo codice:',
  signup: (brand) => ({
    subject: `Confermi il suo indirizzo e-mail per ${brand}`,
    lines: [
      `Grazie per la registrazione a ${brand}.`,
      'Confermi per favore che questo è il suo indirizzo e-mail.',
    ],
    button: 'Conferma l’indirizzo',
    closing: [
      once('un giorno'),
      'Se non ha chiesto nulla, ignori questa e-mail: senza di lei non si apre alcun account.',
    ],
  }),
  invite: (brand) => ({
    subject: `Un invito da ${brand}`,
    lines: [`Ha ricevuto un invito ad aprire un account su ${brand}.`],
    button: 'Accetta l’invito',
    closing: [once('un giorno'), 'Se non desidera un account, ignori questa e-mail.'],
  }),
  magiclink: (brand) => ({
    subject: `Accedere a ${brand}`,
    lines: [`Ecco il link per accedere a ${brand}.`],
    button: 'Accedi',
    closing: [
      once('un’ora'),
      'Se non lo ha chiesto, ignori questa e-mail. Senza di essa nessuno può accedere: non dia il codice a nessuno.',
    ],
  }),
  recovery: (brand) => ({
    subject: `Una nuova password per ${brand}`,
    lines: [`Qualcuno, probabilmente lei, ha chiesto una nuova password per il suo account su ${brand}.`],
    button: 'Scegli una nuova password',
    closing: [
      once('un’ora'),
      'Se non è stato lei, ignori questa e-mail: la password resta com’è. Non dia il codice a nessuno.',
    ],
  }),
  email_change_current: (brand, newEmail) => ({
    subject: `Confermi il cambio di indirizzo e-mail su ${brand}`,
    lines: [
      `L’indirizzo e-mail del suo account su ${brand} sta per diventare ${newEmail}.`,
      'Confermi per favore che lo desidera. Il nuovo indirizzo riceve un’e-mail a parte.',
    ],
    button: 'Conferma il cambio',
    closing: [once('un’ora'), notYou],
  }),
  email_change_new: (brand, newEmail) => ({
    subject: `Confermi il nuovo indirizzo e-mail per ${brand}`,
    lines: [
      `${newEmail} sta per diventare l’indirizzo e-mail di un account su ${brand}.`,
      'Confermi per favore che è il suo.',
    ],
    button: 'Conferma il nuovo indirizzo',
    closing: [once('un’ora'), 'Se non lo ha chiesto, ignori questa e-mail: non cambia nulla.'],
  }),
  reauthentication: (brand) => ({
    subject: `Il suo codice per ${brand}`,
    lines: [`Con questo codice conferma una modifica del suo account su ${brand}.`],
    closing: [
      'Il codice vale una volta sola, per un’ora.',
      'Se non lo ha chiesto, qualcuno ha effettuato l’accesso al posto suo. Non dia il codice a nessuno.',
      notYou,
    ],
  }),
  already_registered: (brand) => ({
    subject: `Ha già un account su ${brand}`,
    lines: [
      `Qualcuno, probabilmente lei, ha provato a registrarsi a ${brand} con questo indirizzo e-mail.`,
      'Un account esiste già. Acceda con la password scelta allora, o ne scelga una nuova con «Password dimenticata?».',
    ],
    button: 'Accedi',
    closing: ['Se non è stato lei, non c’è nulla da fare: l’account è rimasto com’era.'],
  }),
  password_changed: (brand) => ({
    subject: `La sua password per ${brand} è cambiata`,
    lines: [`La password del suo account su ${brand} è appena stata cambiata.`],
    button: 'Accedi',
    closing: [allGood, notYou],
  }),
  email_changed: (brand, newEmail) => ({
    subject: `Il suo indirizzo e-mail su ${brand} è cambiato`,
    lines: [
      `L’indirizzo e-mail del suo account su ${brand} è ora ${newEmail}.`,
      'Con questo indirizzo non si accede più.',
    ],
    closing: [
      allGood,
      `Se non è stato lei, lo dica subito a ${brand}: questa casella non apre più l’account.`,
    ],
  }),
  factor_added: (brand, name) => ({
    subject: `Il suo account su ${brand} ha un secondo passaggio di accesso`,
    lines: [`L’accesso a ${brand} ora chiede anche «${name}».`],
    button: 'Accedi',
    closing: [allGood, notYou],
  }),
  factor_removed: (brand, name) => ({
    subject: `Un passaggio di accesso del suo account su ${brand} è stato tolto`,
    lines: [`L’accesso a ${brand} non chiede più «${name}».`],
    button: 'Accedi',
    closing: [allGood, notYou],
  }),
  passkey_added: (brand, name) => ({
    subject: `Il suo account su ${brand} ha una nuova passkey`,
    lines: [`La passkey «${name}» ora apre il suo account su ${brand}.`],
    button: 'Accedi',
    closing: [
      allGood,
      'Se non è stato lei, tolga la passkey nella pagina del suo account e scelga una nuova password.',
    ],
  }),
  passkey_removed: (brand, name) => ({
    subject: `Una passkey del suo account su ${brand} è stata tolta`,
    lines: [`La passkey «${name}» non apre più il suo account su ${brand}.`],
    button: 'Accedi',
    closing: [allGood, notYou],
  }),
  identity_added: (brand, name) => ({
    subject: `Il suo account su ${brand} è collegato a ${name}`,
    lines: [`Ora anche l’accesso con ${name} apre il suo account su ${brand}.`],
    button: 'Accedi',
    closing: [
      allGood,
      'Se non è stato lei, lo scolleghi nella pagina del suo account e scelga una nuova password.',
    ],
  }),
  identity_removed: (brand, name) => ({
    subject: `Il suo account su ${brand} non è più collegato a ${name}`,
    lines: [`L’accesso con ${name} non apre più il suo account su ${brand}.`],
    button: 'Accedi',
    closing: [allGood, notYou],
  }),
  account_deleted: (brand) => ({
    subject: `Il suo account su ${brand} è stato eliminato`,
    lines: [`Il suo account su ${brand} non esiste più.`],
    closing: [`Se non è stato lei, lo dica subito a ${brand}.`],
  }),
}
