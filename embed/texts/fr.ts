import type { Texts } from './en.ts'

export const texts: Texts = {
  frame: {
    poweredBy: 'Propulsé par Bolt Blocks',
    testMode: 'Mode test',
    offline: 'Pas de connexion. Cela reprendra tout seul dès qu’elle reviendra.',
  },
  refused: {
    title: 'Ce site n’est pas encore sur la liste',
    text: (origin) => `Les blocs de cet espace ne peuvent pas être affichés sur ${origin}.`,
    remedy: (origin) =>
      `Si c’est votre site, ouvrez le Studio, choisissez Tenant Settings, puis General, et ajoutez ${origin} à vos sites.`,
    nameless: 'cette adresse',
  },
  unavailable: 'Ce contenu n’est pas disponible pour le moment.',
  unknown: {
    title: 'Ce bloc n’existe pas',
    text: (name) =>
      `Aucun bloc ne s’appelle ${name}. Si c’est votre site, vérifiez data-block dans la balise de cette page.`,
  },
}
