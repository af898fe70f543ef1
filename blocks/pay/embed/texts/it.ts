import { number, plural } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Prodotti disponibili',
  subtitle: 'La scelta giusta per ogni esigenza',
  purchase: 'Acquista ora',
  purchasing: 'Apertura del pagamento...',
  unavailable: 'Non disponibile',
  every: {
    week: '/ settimana',
    month: '/ mese',
    year: '/ anno',
  },
  quantity: {
    label: (name) => `Quantità: ${name}`,
    less: 'Uno in meno',
    more: 'Uno in più',
  },
  empty: {
    title: 'Ancora nessun prodotto',
    text: 'Qui non c’è ancora niente in vendita. A presto!',
  },
  paid: (name) => `Pagamento riuscito. Grazie per l’acquisto di ${name}.`,
  canceled: 'Il pagamento è stato annullato. Non è stato addebitato nulla.',
  failed: (name) => `Il pagamento per ${name} non è riuscito. Non è stato addebitato nulla.`,
  open: {
    back: (name) => `Attendiamo la conferma del pagamento per ${name}. Si aggiorna da sé.`,
    open: (name) => `Il pagamento per ${name} è aperto in un’altra finestra.`,
    left: (name) =>
      `La finestra di pagamento per ${name} è stata chiusa o lasciata. Se il pagamento è avvenuto, si aggiorna da sé.`,
    earlier: (name) =>
      `Il pagamento per ${name} non è ancora arrivato. Se è stato effettuato, si aggiorna da sé.`,
  },
  showCheckout: 'Mostra',
  openCheckout: 'Apri il pagamento',
  checkout: 'Pagamento',
  checkoutOf: (name) => `Pagamento: ${name}`,
  close: 'Chiudi',
  checkoutOver: 'Questo pagamento è concluso.',
  closeHint: 'Si può chiudere questa finestra.',
  backTo: (site) => `Torna a ${site}`,
  mine: {
    title: 'Acquisti effettuati',
    states: {
      paid: 'Pagato',
      refunded: 'Rimborsato',
    },
    pastDue: 'Scaduto',
    renews: (day) => `Si rinnova il ${day}`,
    ends: (day) => `Termina il ${day}`,
    partly: (amount) => `${amount} rimborsati`,
    receipt: 'Ricevuta',
    manage: 'Gestisci',
    more: 'Mostra altri',
    failed: 'Non è stato possibile caricare gli acquisti.',
  },
  tryAgain: 'Riprova',
  dismiss: 'Va bene',
  errors: {
    no_tenant: 'Nessuno spazio di lavoro indicato',
    tenant_not_found: 'Spazio di lavoro non trovato',
    load_failed: 'Non è stato possibile caricare i prodotti',
    unexpected: 'Si è verificato un errore',
    codes: {
      network: 'Nessuna connessione. Controllare la rete e riprovare.',
      conflict: 'Qualcun altro stava modificando la stessa cosa. Riprovare.',
      too_many_requests: 'Troppe richieste. Riprovare più tardi.',
      session_ended: 'La sessione è terminata. Accedere di nuovo.',
      cannot_sell: 'Questo negozio non può ancora accettare pagamenti. Riprovare più tardi.',
      payments_unavailable: 'Il pagamento non è raggiungibile in questo momento. Riprovare tra poco.',
      already_subscribed: 'È già suo. Veda i suoi acquisti.',
      checkout_busy: 'Un altro pagamento di questo prodotto è ancora in corso. Riprovare tra poco.',
      too_many_held:
        'Non è possibile riservarne così tanti in una volta. Sceglierne meno o riprovare più tardi.',
      not_chargeable: 'Questo importo non si può pagare con carta in una volta sola',
      site_not_listed: 'Questo sito non è nell’elenco dei siti di questo spazio di lavoro',
      order_not_found: 'Ordine non trovato',
      no_receipt: 'Non c’è ricevuta per questo ordine',
      not_recurring: 'Questo ordine non ha un abbonamento',
      shop_away: 'Il negozio non ha più questo conto di pagamento',
    },
  },
  soldOut: 'Esaurito',
  left: (count) => plural(count, { one: 'Ne resta solo #', other: 'Ne restano solo #' }),
  was: (price) => `prima ${price}`,
  changed: {
    price: (name, before, now) =>
      `Il prezzo di ${name} è cambiato da ${before} a ${now}. Non è stato addebitato nulla. Premere di nuovo per acquistare.`,
    soldOut: (name) => `${name} è esaurito. Non è stato addebitato nulla.`,
    left: (name, count) => `Restano solo ${number(count)} di ${name}. Non è stato addebitato nulla.`,
    gone: (name) => `${name} non è più in vendita. Non è stato addebitato nulla.`,
  },
}
