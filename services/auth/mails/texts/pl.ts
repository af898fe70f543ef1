import type { MailTexts } from './mail-texts.ts'

const once = (life: string) => `Link i kod działają jeden raz, przez ${life}.`
const allGood = 'Jeśli to Państwa działanie, nie trzeba nic robić.'
const notYou =
  'Jeśli to nie Państwa działanie, proszę od razu ustawić nowe hasło przez „Nie pamiętam hasła” na stronie logowania: wyloguje to wszystkie inne urządzenia.'

export const pl: MailTexts = {
  orCode: 'Albo proszę wpisać ten kod:',
  codeAlone: 'Proszę wpisać ten kod:',
  signup: (brand) => ({
    subject: `Proszę potwierdzić adres e-mail dla ${brand}`,
    lines: [`Dziękujemy za rejestrację w ${brand}.`, 'Prosimy potwierdzić, że to Państwa adres e-mail.'],
    button: 'Potwierdź adres',
    closing: [
      once('jeden dzień'),
      'Jeśli to nie Państwa rejestracja, proszę zignorować tę wiadomość: bez potwierdzenia konto nie powstanie.',
    ],
  }),
  invite: (brand) => ({
    subject: `Zaproszenie do ${brand}`,
    lines: [`Zapraszamy do otwarcia konta w ${brand}.`],
    button: 'Przyjmij zaproszenie',
    closing: [once('jeden dzień'), 'Jeśli konto nie jest potrzebne, proszę zignorować tę wiadomość.'],
  }),
  magiclink: (brand) => ({
    subject: `Logowanie do ${brand}`,
    lines: [`Oto link do logowania w ${brand}.`],
    button: 'Zaloguj się',
    closing: [
      once('godzinę'),
      'Jeśli nie było takiej prośby, proszę zignorować tę wiadomość. Bez niej nikt się nie zaloguje: kodu nie należy nikomu podawać.',
    ],
  }),
  recovery: (brand) => ({
    subject: `Nowe hasło do ${brand}`,
    lines: [`Ktoś, zapewne Państwo, poprosił o nowe hasło do konta w ${brand}.`],
    button: 'Ustaw nowe hasło',
    closing: [
      once('godzinę'),
      'Jeśli nie było takiej prośby, proszę zignorować tę wiadomość: hasło się nie zmieni. Kodu nie należy nikomu podawać.',
    ],
  }),
  email_change_current: (brand, newEmail) => ({
    subject: `Proszę potwierdzić zmianę adresu e-mail w ${brand}`,
    lines: [
      `Adres e-mail konta w ${brand} ma się zmienić na ${newEmail}.`,
      'Prosimy potwierdzić, że tak ma być. Nowy adres dostanie osobną wiadomość.',
    ],
    button: 'Potwierdź zmianę',
    closing: [once('godzinę'), notYou],
  }),
  email_change_new: (brand, newEmail) => ({
    subject: `Proszę potwierdzić nowy adres e-mail dla ${brand}`,
    lines: [
      `${newEmail} ma zostać adresem e-mail konta w ${brand}.`,
      'Prosimy potwierdzić, że to Państwa adres.',
    ],
    button: 'Potwierdź nowy adres',
    closing: [
      once('godzinę'),
      'Jeśli nie było takiej prośby, proszę zignorować tę wiadomość: nic się nie zmieni.',
    ],
  }),
  reauthentication: (brand) => ({
    subject: `Kod do ${brand}`,
    lines: [`Tym kodem potwierdza się zmianę na koncie w ${brand}.`],
    closing: [
      'Kod działa jeden raz, przez godzinę.',
      'Jeśli nie było takiej prośby, ktoś jest zalogowany na Państwa konto. Kodu nie należy nikomu podawać.',
      notYou,
    ],
  }),
  already_registered: (brand) => ({
    subject: `Konto w ${brand} już istnieje`,
    lines: [
      `Ktoś, zapewne Państwo, próbował zarejestrować się w ${brand} z tym adresem e-mail.`,
      'Konto już istnieje. Można zalogować się dotychczasowym hasłem albo ustawić nowe przez „Nie pamiętam hasła”.',
    ],
    button: 'Zaloguj się',
    closing: ['Jeśli to nie Państwa działanie, nie trzeba nic robić: konto się nie zmieniło.'],
  }),
  password_changed: (brand) => ({
    subject: `Hasło do ${brand} zostało zmienione`,
    lines: [`Hasło do konta w ${brand} zostało właśnie zmienione.`],
    button: 'Zaloguj się',
    closing: [allGood, notYou],
  }),
  email_changed: (brand, newEmail) => ({
    subject: `Adres e-mail w ${brand} został zmieniony`,
    lines: [
      `Adresem e-mail konta w ${brand} jest teraz ${newEmail}.`,
      'Tym adresem nie można się już zalogować.',
    ],
    closing: [
      allGood,
      `Jeśli to nie Państwa działanie, proszę od razu powiadomić ${brand}: ta skrzynka nie otwiera już konta.`,
    ],
  }),
  factor_added: (brand, name) => ({
    subject: `Konto w ${brand} ma drugi krok logowania`,
    lines: [`Logowanie do ${brand} wymaga teraz także „${name}”.`],
    button: 'Zaloguj się',
    closing: [allGood, notYou],
  }),
  factor_removed: (brand, name) => ({
    subject: `Krok logowania do ${brand} został usunięty`,
    lines: [`Logowanie do ${brand} nie wymaga już „${name}”.`],
    button: 'Zaloguj się',
    closing: [allGood, notYou],
  }),
  passkey_added: (brand, name) => ({
    subject: `Konto w ${brand} ma nowy klucz dostępu`,
    lines: [`Klucz dostępu „${name}” otwiera teraz konto w ${brand}.`],
    button: 'Zaloguj się',
    closing: [
      allGood,
      'Jeśli to nie Państwa działanie, proszę usunąć klucz dostępu na stronie konta i ustawić nowe hasło.',
    ],
  }),
  passkey_removed: (brand, name) => ({
    subject: `Klucz dostępu do konta w ${brand} został usunięty`,
    lines: [`Klucz dostępu „${name}” nie otwiera już konta w ${brand}.`],
    button: 'Zaloguj się',
    closing: [allGood, notYou],
  }),
  identity_added: (brand, name) => ({
    subject: `Konto w ${brand} jest połączone z ${name}`,
    lines: [`Logowanie przez ${name} otwiera teraz także konto w ${brand}.`],
    button: 'Zaloguj się',
    closing: [
      allGood,
      'Jeśli to nie Państwa działanie, proszę usunąć połączenie na stronie konta i ustawić nowe hasło.',
    ],
  }),
  identity_removed: (brand, name) => ({
    subject: `Konto w ${brand} nie jest już połączone z ${name}`,
    lines: [`Logowanie przez ${name} nie otwiera już konta w ${brand}.`],
    button: 'Zaloguj się',
    closing: [allGood, notYou],
  }),
  account_deleted: (brand) => ({
    subject: `Konto w ${brand} zostało usunięte`,
    lines: [`Konto w ${brand} już nie istnieje.`],
    closing: [`Jeśli to nie Państwa działanie, proszę od razu powiadomić ${brand}.`],
  }),
}
