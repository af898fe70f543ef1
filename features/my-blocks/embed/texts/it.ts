import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Contenuto',
  signIn: {
    title: (block) => `Accedere per vedere ${block}`,
    text: 'Questa parte è per i membri di questo sito.',
    button: 'Accedi',
  },
  closed: {
    title: (block) => `Non ha accesso a ${block}`,
    comesWith: (names) => `Incluso con ${names}.`,
    signInToBuy: (names, price) => `Incluso con ${names}, ${price}. Prima acceda, poi acquisti qui.`,
    buy: (name) => `Acquista ${name}`,
    opens: (day) => `Si apre il ${day}.`,
    ask: 'Chieda l’accesso al proprietario di questo sito.',
  },
  paywall: {
    title: (block, plan) => `${block} fa parte di ${plan}`,
    text: 'Si apre con un piano superiore. Account e dati restano come sono.',
    button: 'Cambia piano',
    every: { week: '/settimana', month: '/mese', year: '/anno' },
  },
  empty: 'Qui non c’è ancora niente.',
  loading: 'Caricamento...',
  tryAgain: 'Riprova',
  errors: {
    missing: 'Questo blocco non esiste, o è di qualcun altro.',
    no_tenant: 'Nessuno spazio di lavoro indicato',
    tenant_not_found: 'Spazio di lavoro non trovato',
    load_failed: 'Non è stato possibile caricare il blocco.',
    unexpected: 'Si è verificato un errore',
    codes: {
      network: 'Nessuna connessione. Controllare la rete e riprovare.',
      too_many_requests: 'Troppe richieste. Riprovare più tardi.',
      session_ended: 'La sessione è terminata. Accedere di nuovo.',
    },
  },
}
