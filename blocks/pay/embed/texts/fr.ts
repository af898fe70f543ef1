import { number, plural } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Produits disponibles',
  subtitle: 'Choisissez ce qui vous convient',
  purchase: 'Acheter',
  purchasing: 'Ouverture du paiement...',
  unavailable: 'Indisponible',
  every: {
    week: '/ semaine',
    month: '/ mois',
    year: '/ an',
  },
  perSeat: 'par place',
  quantity: {
    label: (name) => `Quantité : ${name}`,
    less: 'Un de moins',
    more: 'Un de plus',
  },
  empty: {
    title: 'Pas encore de produits',
    text: 'Rien n’est encore en vente ici. Revenez plus tard !',
  },
  paid: (name) => `Paiement réussi. Merci pour votre achat de ${name}.`,
  canceled: 'Votre paiement a été annulé. Rien n’a été débité.',
  failed: (name) => `Votre paiement pour ${name} n’a pas abouti. Rien n’a été débité.`,
  open: {
    back: (name) =>
      `Nous attendons la confirmation de votre paiement pour ${name}. Ceci se met à jour tout seul.`,
    open: (name) => `Le paiement de ${name} est ouvert dans une autre fenêtre.`,
    left: (name) =>
      `La fenêtre de paiement de ${name} a été fermée ou quittée. Si vous avez payé, ceci se met à jour tout seul.`,
    earlier: (name) =>
      `Votre paiement pour ${name} n’est pas encore arrivé. Si vous avez payé, ceci se met à jour tout seul.`,
  },
  showCheckout: 'L’afficher',
  openCheckout: 'Ouvrir le paiement',
  checkout: 'Paiement',
  checkoutOf: (name) => `Paiement : ${name}`,
  close: 'Fermer',
  checkoutOver: 'Ce paiement est terminé.',
  closeHint: 'Vous pouvez fermer cette fenêtre.',
  backTo: (site) => `Retour à ${site}`,
  mine: {
    title: 'Vos achats',
    states: {
      paid: 'Payé',
      refunded: 'Remboursé',
    },
    pastDue: 'En retard',
    renews: (day) => `Renouvellement le ${day}`,
    ends: (day) => `Se termine le ${day}`,
    partly: (amount) => `${amount} remboursés`,
    receipt: 'Reçu',
    manage: 'Gérer',
    more: 'Afficher plus',
    failed: 'Vos achats n’ont pas pu être chargés.',
  },
  tryAgain: 'Réessayer',
  dismiss: 'D’accord',
  errors: {
    no_tenant: 'Aucun espace de travail indiqué',
    tenant_not_found: 'Espace de travail introuvable',
    load_failed: 'Les produits n’ont pas pu être chargés',
    unexpected: 'Une erreur est survenue',
    codes: {
      network: 'Pas de connexion. Vérifiez votre réseau et réessayez.',
      conflict: 'Une autre modification était en cours au même moment. Réessayez.',
      too_many_requests: 'Trop de demandes. Réessayez plus tard.',
      session_ended: 'Votre session est terminée. Connectez-vous à nouveau.',
      cannot_sell: 'Cette boutique ne peut pas encore encaisser de paiements. Réessayez plus tard.',
      payments_unavailable: 'Le paiement est injoignable pour le moment. Réessayez dans un instant.',
      already_subscribed: 'Vous l’avez déjà. Consultez vos achats.',
      checkout_busy: 'Un autre paiement pour ce produit est encore en cours. Réessayez dans un instant.',
      too_many_held:
        'Il n’est pas possible d’en réserver autant à la fois. Choisissez-en moins ou réessayez plus tard.',
      not_chargeable: 'Ce montant ne peut pas être payé par carte en une fois',
      currency_refused: 'Cette boutique ne peut pas accepter de paiements dans cette devise',
      site_not_listed: 'Ce site n’est pas dans la liste des sites de cet espace de travail',
      order_not_found: 'Commande introuvable',
      no_receipt: 'Il n’y a pas de reçu pour cette commande',
      not_recurring: 'Cette commande n’a pas d’abonnement',
      shop_away: 'La boutique n’a plus ce compte de paiement',
    },
  },
  soldOut: 'Épuisé',
  left: (count) => plural(count, { one: 'Plus que # disponible', other: 'Plus que # disponibles' }),
  was: (price) => `avant ${price}`,
  members: {
    price: 'Votre prix membre',
    insteadOf: (price) => `au lieu de ${price}`,
    of: (names) => `Pour les membres de ${names}.`,
    only: 'Réservé aux membres.',
    opens: (day) => `Ouverture le ${day}.`,
    after: (days) =>
      plural(days, {
        one: 'Ouverture # jour après l’adhésion.',
        other: 'Ouverture # jours après l’adhésion.',
      }),
    ask: 'Demandez l’accès au propriétaire de ce site.',
    signIn: 'Se connecter',
    show: (name) => `Voir ${name}`,
  },
  changed: {
    price: (name, before, now) =>
      `Le prix de ${name} est passé de ${before} à ${now}. Rien n’a été débité. Appuyez à nouveau pour acheter.`,
    members: (name) => `${name} est réservé aux membres. Rien n’a été débité.`,
    soldOut: (name) => `${name} est épuisé. Rien n’a été débité.`,
    left: (name, count) => `Il ne reste que ${number(count)} × ${name}. Rien n’a été débité.`,
    gone: (name) => `${name} n’est plus en vente. Rien n’a été débité.`,
  },
}
