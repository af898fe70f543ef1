import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Contenido',
  signIn: {
    title: (block) => `Inicia sesión para ver ${block}`,
    text: 'Esta parte es para los miembros de este sitio.',
    button: 'Iniciar sesión',
  },
  paywall: {
    title: (block, plan) => `${block} forma parte de ${plan}`,
    text: 'Mejora el plan para abrirlo. Tu cuenta y tus datos siguen como están.',
    button: 'Mejorar el plan',
  },
  empty: 'Aquí todavía no hay nada.',
  loading: 'Cargando...',
  tryAgain: 'Intentar de nuevo',
  errors: {
    missing: 'Este bloque no existe o pertenece a otra persona.',
    no_tenant: 'No se indicó ningún espacio de trabajo',
    tenant_not_found: 'Espacio de trabajo no encontrado',
    load_failed: 'No se pudo cargar el bloque.',
    unexpected: 'Se produjo un error',
  },
}
