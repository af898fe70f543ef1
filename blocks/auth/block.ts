import type { BlockManifest } from '#kernel/browser/block-manifest.ts'

export const block = {
  name: 'auth',
  title: 'Sign in',
  titles: {
    de: 'Anmelden',
    fr: 'Se connecter',
    es: 'Iniciar sesión',
    it: 'Accedi',
    pt: 'Entrar',
    nl: 'Inloggen',
    pl: 'Zaloguj się',
    ja: 'ログイン',
    ar: 'تسجيل الدخول',
  },
  plan: 'free',
  embed: {
    attributes: [],
    reserve: [[0, 402]],
    dialogWidth: 448,
    holdsSession: true,
  },
  also: [
    {
      name: 'profile',
      title: 'Profile',
      titles: {
        de: 'Profil',
        fr: 'Profil',
        es: 'Perfil',
        it: 'Profilo',
        pt: 'Perfil',
        nl: 'Profiel',
        pl: 'Profil',
        ja: 'プロフィール',
        ar: 'الملف الشخصي',
      },
      embed: { attributes: [], reserve: [[0, 234]], dialogWidth: 448 },
    },
  ],
} as const satisfies BlockManifest
