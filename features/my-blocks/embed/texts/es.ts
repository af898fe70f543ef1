import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Contenido',
  signIn: {
    title: (block) => `Inicie sesión para ver ${block}`,
    text: 'Esta parte es para los miembros de este sitio.',
    button: 'Iniciar sesión',
  },
  closed: {
    title: (block) => `No tiene acceso a ${block}`,
    comesWith: (names) => `Incluido con ${names}.`,
    signInToBuy: (names, price) => `Incluido con ${names}, ${price}. Inicie sesión primero y cómprelo aquí.`,
    buy: (name) => `Comprar ${name}`,
    opens: (day) => `Se abre el ${day}.`,
    ask: 'Pida acceso al propietario de este sitio.',
  },
  paywall: {
    title: (block, plan) => `${block} forma parte de ${plan}`,
    text: 'Mejore el plan para abrirlo. Su cuenta y sus datos siguen como están.',
    button: 'Mejorar el plan',
    every: { week: '/semana', month: '/mes', year: '/año' },
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
    codes: {
      network: 'Sin conexión. Revise su red e inténtelo de nuevo.',
      too_many_requests: 'Demasiadas solicitudes. Inténtelo de nuevo más tarde.',
      session_ended: 'La sesión ha terminado. Vuelva a iniciar sesión.',
    },
  },
}
