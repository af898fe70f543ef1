import { type BuyerWords, paid } from './words.ts'

const every = { week: 'par semaine', month: 'par mois', year: 'par an' }

/** Emails to buyers in French. */
export const fr: BuyerWords = {
  'order-paid-buyer': (f) => ({
    subject: f.renewal ? `Votre paiement à ${f.shop}` : `Votre commande chez ${f.shop}`,
    lines: [
      f.renewal
        ? `Votre abonnement continue : ${f.product}.`
        : `Merci. Votre commande est payée : ${f.product}.`,
      `Montant : ${paid(f, every)}`,
    ],
    button: `Retour à ${f.shop}`,
    ...(f.manage && { manage: 'Gérer ou résilier l’abonnement' }),
    closing: [
      ...(f.guest
        ? ['Inscrivez-vous là-bas avec cette adresse e-mail, et cet achat figurera dans votre compte.']
        : []),
      'Le paiement figure sur votre relevé sous le nom de la boutique. Pour toute question sur la commande, adressez-vous à la boutique.',
    ],
  }),
  'order-refunded-buyer': (f) => ({
    subject: `Votre remboursement de ${f.shop}`,
    lines: [
      `${f.shop} vous a remboursé : ${f.product}.`,
      `Remboursé jusqu’ici : ${f.refunded} sur ${f.amount}`,
    ],
    button: `Retour à ${f.shop}`,
    closing: ['Il peut s’écouler 5 à 10 jours avant que votre banque l’affiche.'],
  }),
  'order-payment-failed-buyer': (f) => ({
    subject: `Votre paiement à ${f.shop} a échoué`,
    lines: [
      `Le paiement de ${f.product} n’a pas abouti.`,
      f.manage
        ? 'Une nouvelle tentative aura lieu dans les prochains jours. Changez de carte avec le lien ci-dessous pour garder ce que vous avez.'
        : 'Une nouvelle tentative aura lieu dans les prochains jours. Changez de carte dans vos achats pour garder ce que vous avez.',
    ],
    button: `Retour à ${f.shop}`,
    ...(f.manage && { manage: 'Gérer ou résilier l’abonnement' }),
    closing: [],
  }),
  'order-ended-buyer': (f) => ({
    subject: `Votre abonnement chez ${f.shop} est terminé`,
    lines: [`${f.product} est terminé. Plus rien ne sera débité.`],
    button: `Retour à ${f.shop}`,
    closing: [],
  }),
}
