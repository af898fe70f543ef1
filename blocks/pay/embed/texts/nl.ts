import { number, plural } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Beschikbare producten',
  subtitle: 'Kies wat bij u past',
  purchase: 'Nu kopen',
  purchasing: 'Kassa wordt geopend...',
  unavailable: 'Niet beschikbaar',
  every: {
    week: '/ week',
    month: '/ maand',
    year: '/ jaar',
  },
  quantity: {
    label: (name) => `Aantal: ${name}`,
    less: 'Eén minder',
    more: 'Eén meer',
  },
  empty: {
    title: 'Nog geen producten',
    text: 'Hier wordt nog niets verkocht. Kom later terug!',
  },
  paid: (name) => `Betaling gelukt. Bedankt voor uw aankoop van ${name}.`,
  canceled: 'Uw betaling is geannuleerd. Er is niets afgeschreven.',
  failed: (name) => `Uw betaling voor ${name} is niet gelukt. Er is niets afgeschreven.`,
  open: {
    back: (name) => `We wachten op de bevestiging van uw betaling voor ${name}. Dit werkt zichzelf bij.`,
    open: (name) => `De kassa voor ${name} is geopend in een ander venster.`,
    left: (name) =>
      `Het kassavenster voor ${name} is gesloten of verlaten. Als u hebt betaald, werkt dit zichzelf bij.`,
    earlier: (name) =>
      `Uw betaling voor ${name} is nog niet binnen. Als u hebt betaald, werkt dit zichzelf bij.`,
  },
  showCheckout: 'Tonen',
  openCheckout: 'Kassa openen',
  checkout: 'Kassa',
  checkoutOf: (name) => `Kassa: ${name}`,
  close: 'Sluiten',
  checkoutOver: 'Deze betaling is afgelopen.',
  closeHint: 'U kunt dit venster sluiten.',
  backTo: (site) => `Terug naar ${site}`,
  mine: {
    title: 'Uw aankopen',
    states: {
      paid: 'Betaald',
      refunded: 'Terugbetaald',
    },
    pastDue: 'Achterstallig',
    renews: (day) => `Wordt verlengd op ${day}`,
    ends: (day) => `Eindigt op ${day}`,
    partly: (amount) => `${amount} terugbetaald`,
    receipt: 'Bon',
    manage: 'Beheren',
    more: 'Meer tonen',
    failed: 'Uw aankopen konden niet worden geladen.',
  },
  tryAgain: 'Opnieuw proberen',
  dismiss: 'Begrepen',
  errors: {
    no_tenant: 'Geen werkruimte opgegeven',
    tenant_not_found: 'Werkruimte niet gevonden',
    load_failed: 'De producten konden niet worden geladen',
    unexpected: 'Er is een fout opgetreden',
    codes: {
      network: 'Geen verbinding. Controleer uw netwerk en probeer het opnieuw.',
      conflict: 'Iemand anders wijzigde dit op hetzelfde moment. Probeer het opnieuw.',
      too_many_requests: 'Te veel verzoeken. Probeer het later opnieuw.',
      session_ended: 'De sessie is beëindigd. Log opnieuw in.',
      cannot_sell: 'Deze winkel kan nog geen betalingen aannemen. Probeer het later opnieuw.',
      payments_unavailable: 'De kassa is nu niet bereikbaar. Probeer het zo opnieuw.',
      already_subscribed: 'U hebt dit al. Bekijk uw aankopen.',
      checkout_busy: 'Hiervoor staat nog een andere kassa open. Probeer het zo opnieuw.',
      too_many_held:
        'Zoveel tegelijk kunnen niet voor u worden vastgehouden. Kies er minder of probeer het later opnieuw.',
      not_chargeable: 'Dit bedrag kan niet in één keer met een kaart worden betaald',
      site_not_listed: 'Deze site staat niet in de lijst met sites van deze werkruimte',
      order_not_found: 'Bestelling niet gevonden',
      no_receipt: 'Bij deze bestelling is geen bon',
      not_recurring: 'Bij deze bestelling hoort geen abonnement',
      shop_away: 'De winkel heeft deze betaalrekening niet meer',
    },
  },
  soldOut: 'Uitverkocht',
  left: (count) => plural(count, { other: 'Nog maar # beschikbaar' }),
  was: (price) => `eerst ${price}`,
  changed: {
    price: (name, before, now) =>
      `De prijs van ${name} is gewijzigd van ${before} in ${now}. Er is niets afgeschreven. Druk nogmaals om te kopen.`,
    soldOut: (name) => `${name} is uitverkocht. Er is niets afgeschreven.`,
    left: (name, count) => `Van ${name} zijn er nog maar ${number(count)}. Er is niets afgeschreven.`,
    gone: (name) => `${name} is niet meer te koop. Er is niets afgeschreven.`,
  },
}
