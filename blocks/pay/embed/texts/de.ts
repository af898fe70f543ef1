import { number, plural } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Verfügbare Produkte',
  subtitle: 'Wählen Sie, was zu Ihnen passt',
  purchase: 'Jetzt kaufen',
  purchasing: 'Kasse wird geöffnet...',
  unavailable: 'Nicht verfügbar',
  every: {
    week: '/ Woche',
    month: '/ Monat',
    year: '/ Jahr',
  },
  perSeat: 'pro Platz',
  quantity: {
    label: (name) => `Menge: ${name}`,
    less: 'Eins weniger',
    more: 'Eins mehr',
  },
  empty: {
    title: 'Noch keine Produkte',
    text: 'Hier wird noch nichts verkauft. Schauen Sie später wieder vorbei!',
  },
  paid: (name) => `Zahlung erfolgreich. Vielen Dank für Ihren Kauf von ${name}.`,
  canceled: 'Ihre Zahlung wurde abgebrochen. Es wurde nichts abgebucht.',
  failed: (name) => `Ihre Zahlung für ${name} hat nicht geklappt. Es wurde nichts abgebucht.`,
  open: {
    back: (name) =>
      `Wir warten auf die Bestätigung Ihrer Zahlung für ${name}. Das aktualisiert sich von selbst.`,
    open: (name) => `Die Kasse für ${name} ist in einem anderen Fenster geöffnet.`,
    left: (name) =>
      `Das Kassenfenster für ${name} wurde geschlossen oder verlassen. Wenn Sie bezahlt haben, aktualisiert sich das von selbst.`,
    earlier: (name) =>
      `Ihre Zahlung für ${name} ist noch nicht eingegangen. Wenn Sie bezahlt haben, aktualisiert sich das von selbst.`,
  },
  showCheckout: 'Zeigen',
  openCheckout: 'Kasse öffnen',
  checkout: 'Kasse',
  checkoutOf: (name) => `Kasse: ${name}`,
  close: 'Schließen',
  checkoutOver: 'Dieser Kauf ist beendet.',
  closeHint: 'Sie können dieses Fenster schließen.',
  backTo: (site) => `Zurück zu ${site}`,
  mine: {
    title: 'Ihre Käufe',
    states: {
      paid: 'Bezahlt',
      refunded: 'Erstattet',
    },
    pastDue: 'Überfällig',
    renews: (day) => `Verlängert sich am ${day}`,
    ends: (day) => `Endet am ${day}`,
    partly: (amount) => `${amount} erstattet`,
    receipt: 'Beleg',
    manage: 'Verwalten',
    more: 'Mehr zeigen',
    failed: 'Ihre Käufe konnten nicht geladen werden.',
  },
  tryAgain: 'Noch einmal versuchen',
  dismiss: 'Verstanden',
  errors: {
    no_tenant: 'Kein Arbeitsbereich angegeben',
    tenant_not_found: 'Arbeitsbereich nicht gefunden',
    load_failed: 'Die Produkte konnten nicht geladen werden',
    unexpected: 'Ein Fehler ist aufgetreten',
    codes: {
      network: 'Keine Verbindung. Prüfen Sie Ihr Netz und versuchen Sie es noch einmal.',
      conflict: 'Das wurde gerade auch von anderer Seite geändert. Bitte versuchen Sie es noch einmal.',
      too_many_requests: 'Zu viele Anfragen. Bitte versuchen Sie es später noch einmal.',
      session_ended: 'Ihre Sitzung ist beendet. Bitte melden Sie sich noch einmal an.',
      cannot_sell:
        'Dieser Shop kann noch keine Zahlungen annehmen. Bitte versuchen Sie es später noch einmal.',
      payments_unavailable:
        'Die Kasse ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
      already_subscribed: 'Das haben Sie schon. Sehen Sie in Ihren Käufen nach.',
      checkout_busy: 'Dafür ist noch eine andere Kasse offen. Bitte versuchen Sie es gleich noch einmal.',
      too_many_held:
        'So viele auf einmal können nicht zurückgelegt werden. Wählen Sie weniger, oder versuchen Sie es später noch einmal.',
      not_chargeable: 'Dieser Betrag kann nicht auf einmal mit Karte bezahlt werden',
      currency_refused: 'Dieser Shop kann keine Zahlungen in dieser Währung annehmen',
      site_not_listed: 'Diese Website steht nicht auf der Liste der Websites dieses Arbeitsbereichs',
      order_not_found: 'Bestellung nicht gefunden',
      no_receipt: 'Zu dieser Bestellung gibt es keinen Beleg',
      not_recurring: 'Zu dieser Bestellung gibt es kein Abonnement',
      shop_away: 'Der Shop hat dieses Zahlungskonto nicht mehr',
    },
  },
  soldOut: 'Ausverkauft',
  left: (count) => plural(count, { other: 'Nur noch # verfügbar' }),
  was: (price) => `vorher ${price}`,
  members: {
    price: 'Ihr Mitgliederpreis',
    insteadOf: (price) => `statt ${price}`,
    of: (names) => `Für Mitglieder von ${names}.`,
    only: 'Nur für Mitglieder.',
    opens: (day) => `Ab ${day}.`,
    after: (days) => plural(days, { one: '# Tag nach dem Beitritt.', other: '# Tage nach dem Beitritt.' }),
    ask: 'Fragen Sie den Betreiber dieser Website nach Zugang.',
    signIn: 'Anmelden',
    show: (name) => `${name} ansehen`,
  },
  changed: {
    price: (name, before, now) =>
      `Der Preis von ${name} hat sich von ${before} auf ${now} geändert. Es wurde nichts abgebucht. Drücken Sie noch einmal, um zu kaufen.`,
    members: (name) => `${name} ist nur für Mitglieder. Es wurde nichts abgebucht.`,
    soldOut: (name) => `${name} ist ausverkauft. Es wurde nichts abgebucht.`,
    left: (name, count) => `Von ${name} sind nur noch ${number(count)} verfügbar. Es wurde nichts abgebucht.`,
    gone: (name) => `${name} wird nicht mehr verkauft. Es wurde nichts abgebucht.`,
  },
}
