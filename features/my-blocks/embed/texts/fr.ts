import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Contenu',
  signIn: {
    title: (block) => `Connectez-vous pour voir ${block}`,
    text: 'Cette partie est réservée aux membres de ce site.',
    button: 'Se connecter',
  },
  closed: {
    title: (block) => `Vous n’avez pas accès à ${block}`,
    comesWith: (names) => `Inclus avec ${names}.`,
    signInToBuy: (names, price) =>
      `Inclus avec ${names}, ${price}. Connectez-vous d’abord, puis achetez ici.`,
    buy: (name) => `Acheter ${name}`,
    opens: (day) => `Ouvre le ${day}.`,
    ask: 'Demandez l’accès au propriétaire de ce site.',
  },
  paywall: {
    title: (block, plan) => `${block} fait partie de ${plan}`,
    text: 'Passez à une formule supérieure pour l’ouvrir. Votre compte et vos données ne changent pas.',
    button: 'Changer de formule',
    every: { week: '/semaine', month: '/mois', year: '/an' },
  },
  empty: 'Il n’y a encore rien ici.',
  loading: 'Chargement...',
  tryAgain: 'Réessayer',
  errors: {
    missing: 'Ce bloc n’existe pas ou appartient à quelqu’un d’autre.',
    no_tenant: 'Aucun espace de travail indiqué',
    tenant_not_found: 'Espace de travail introuvable',
    load_failed: 'Le bloc n’a pas pu être chargé.',
    unexpected: 'Une erreur est survenue',
    codes: {
      network: 'Pas de connexion. Vérifiez votre réseau et réessayez.',
      too_many_requests: 'Trop de demandes. Réessayez plus tard.',
      session_ended: 'Votre session est terminée. Connectez-vous à nouveau.',
    },
  },
}
