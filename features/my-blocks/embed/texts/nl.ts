import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Inhoud',
  signIn: {
    title: (block) => `Log in om ${block} te zien`,
    text: 'Dit deel is voor leden van deze site.',
    button: 'Inloggen',
  },
  closed: {
    title: (block) => `U hebt geen toegang tot ${block}`,
    comesWith: (names) => `Inbegrepen bij ${names}.`,
    signInToBuy: (names, price) => `Inbegrepen bij ${names}, ${price}. Log eerst in en koop het daarna hier.`,
    buy: (name) => `${name} kopen`,
    opens: (day) => `Gaat open op ${day}.`,
    ask: 'Vraag de eigenaar van deze site om toegang.',
  },
  paywall: {
    title: (block, plan) => `${block} hoort bij ${plan}`,
    text: 'Met een hoger abonnement gaat dit open. Account en gegevens blijven zoals ze zijn.',
    button: 'Abonnement wijzigen',
    every: { week: '/week', month: '/maand', year: '/jaar' },
  },
  empty: 'Hier staat nog niets.',
  loading: 'Laden...',
  tryAgain: 'Opnieuw proberen',
  errors: {
    missing: 'Dit blok bestaat niet, of is van iemand anders.',
    no_tenant: 'Geen werkruimte opgegeven',
    tenant_not_found: 'Werkruimte niet gevonden',
    load_failed: 'Het blok kon niet worden geladen.',
    unexpected: 'Er is een fout opgetreden',
    codes: {
      network: 'Geen verbinding. Controleer uw netwerk en probeer het opnieuw.',
      too_many_requests: 'Te veel verzoeken. Probeer het later opnieuw.',
      session_ended: 'De sessie is beëindigd. Log opnieuw in.',
    },
  },
}
