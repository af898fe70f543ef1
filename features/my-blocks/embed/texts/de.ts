import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Inhalt',
  signIn: {
    title: (block) => `Melden Sie sich an, um ${block} zu sehen`,
    text: 'Dieser Teil ist für Mitglieder dieser Seite.',
    button: 'Anmelden',
  },
  closed: {
    title: (block) => `Sie haben keinen Zugang zu ${block}`,
    comesWith: (names) => `Enthalten in ${names}.`,
    signInToBuy: (names, price) =>
      `Enthalten in ${names}, ${price}. Melden Sie sich zuerst an, dann können Sie hier kaufen.`,
    buy: (name) => `${name} kaufen`,
    opens: (day) => `Öffnet am ${day}.`,
    ask: 'Bitten Sie den Betreiber dieser Seite um Zugang.',
  },
  paywall: {
    title: (block, plan) => `${block} gehört zu ${plan}`,
    text: 'Mit einem höheren Tarif öffnet es sich. Konto und Daten bleiben, wie sie sind.',
    button: 'Tarif wechseln',
    every: { week: '/Woche', month: '/Monat', year: '/Jahr' },
  },
  empty: 'Hier steht noch nichts.',
  loading: 'Wird geladen...',
  tryAgain: 'Noch einmal versuchen',
  errors: {
    missing: 'Diesen Block gibt es nicht, oder er gehört jemand anderem.',
    no_tenant: 'Kein Arbeitsbereich angegeben',
    tenant_not_found: 'Arbeitsbereich nicht gefunden',
    load_failed: 'Der Block konnte nicht geladen werden.',
    unexpected: 'Ein Fehler ist aufgetreten',
    codes: {
      network: 'Keine Verbindung. Prüfen Sie Ihr Netz und versuchen Sie es noch einmal.',
      too_many_requests: 'Zu viele Anfragen. Bitte versuchen Sie es später noch einmal.',
      session_ended: 'Ihre Sitzung ist beendet. Bitte melden Sie sich noch einmal an.',
    },
  },
}
